package analyzer_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/analysis/lint"

	"github.com/rllint/rllint/analyzer/rules/rl1002"
	"github.com/rllint/rllint/analyzer/rules/rl1003"
	"github.com/rllint/rllint/analyzer/rules/rl2002"
	"github.com/rllint/rllint/analyzer/rules/rl2003"
	"github.com/rllint/rllint/analyzer/rules/rl2004"
	"github.com/rllint/rllint/analyzer/rules/rl3001"
	"github.com/rllint/rllint/analyzer/rules/rl4003"
	"github.com/rllint/rllint/analyzer/rules/rl4005"
	"github.com/rllint/rllint/analyzer/rules/rl4007"
	"github.com/rllint/rllint/analyzer/rules/rl4008"
	"github.com/rllint/rllint/analyzer/rules/rl5001"
	"github.com/rllint/rllint/analyzer/rules/rl6001"
	"github.com/rllint/rllint/analyzer/rules/rl6003"
	"github.com/rllint/rllint/analyzer/rules/rl6004"
	"github.com/rllint/rllint/analyzer/rules/rl6005"
	"github.com/rllint/rllint/analyzer/rules/rl6007"
	"github.com/rllint/rllint/analyzer/rules/rl6008"
	"github.com/rllint/rllint/internal/development/wanttest"
	"github.com/rllint/rllint/internal/engine/level"
)

// TestNotes checks which findings of rules that report warnings are notes: those of what may be meant.
func TestNotes(t *testing.T) {
	tests := []struct {
		rule    *lint.Analyzer
		pkg     string
		notes   []string // the code that they stand at
		warning string   // the code of one that is none, "" if all are
	}{
		{rl6005.Analyzer, "./queues", []string{
			`UpdateFunc: func(_, _ any) { c.queue.AddRateLimited("all") },`,
			`_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { c.queue.AddRateLimited("all") }})`,
			`_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { c.queue.AddRateLimited("all") }})`,
			`c.queue.AddRateLimited(news{obj, "update"})`,
			"c.queue.AddRateLimited(pod)",
			`func (l *listener) OnAdd(any, bool)   { l.queue.AddRateLimited("all") }`,
		}, "c.queue.AddRateLimited(key)"},
		{rl6007.Analyzer, "./queues", []string{"AddFunc: func(obj any) { c.queue.Add(obj.(*corev1.Pod)) },", "c.any.Add(obj)",
			`t.queue.Add(happened{"update", obj.(*corev1.Pod)})`,
			"c.pods.Add(pod)", "c.queue.Add(changed)", "c.queue.Add(later)", "c.queue.Add(node)", "c.queue.Add(pod)",
			"c.retried.Add(pod)", "h.objects.Add(obj)"}, ""},
		{rl6003.Analyzer, "./queues", []string{"id, quit := c.queue.Get()", "item, quit := c.queue.Get()", "key, quit := c.queue.Get()", "key, quit := t.queue.Get()", "name, quit := c.queue.Get()",
			`return fmt.Errorf("cannot sync %s: %w", key, err)`, "return true", "return true", "return true", "return true",
			"return true", "return true", "return true", "return true"}, "key, quit := c.queue.Get()"},
		{rl6001.Analyzer, "./queues", []string{"r.queue.Done(\"all\")"}, "item, quit := p.queue.Get()"},
		{rl6004.Analyzer, "./queues", []string{
			"neverAsked = workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())",
			"polled:  workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),",
			"return &hurries{workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}",
			`return &metered{queue: queues.Metered(workqueue.DefaultTypedControllerRateLimiter[string](), "metered")}`,
			"return &tallies{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}",
		}, "return &pollers{queue: workqueue.NewTypedRateLimitingQueue(limiter)}"},
		{rl6008.Analyzer, "./queues", []string{"return len(key) > 0", "return n != 1", "return node == nil"}, "return n == 0"},
		{rl1003.Analyzer, "./leftout/forgotten", []string{"must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{}))", "WithOptions(controller.Options{"}, ""},
		{rl1002.Analyzer, "provider:./internal/controller/config", []string{"Complete(r)"}, ""},
		{rl1002.Analyzer, "provider:./internal/controller/queue", nil, "Complete(r)"},
		{rl1002.Analyzer, "./itself", []string{"check(build(mgr, o, \"calls\", &corev1.Service{}).Complete(&waiting{limiter: cloud, work: " +
			"mgr.GetClient()}))"}, "check(build(mgr, o, \"late\", &corev1.Secret{}).Complete(&late{limiter: o.Global, work: mgr.GetClient()}))"},
		{rl2002.Analyzer, "./duplicate", nil, "must(setupService(mgr, o))"},
		{rl2004.Analyzer, "./siblings", []string{"must(setup(mgr, &corev1.ConfigMap{}, withBackoff(controller.Options{})))"},
			"must(setup(mgr, &corev1.Event{}, o))"},
		{rl2003.Analyzer, "./byhand", []string{"if r.limiter.NumRequeues(req) > 10 {"},
			"return ctrl.Result{RequeueAfter: r.limiter.When(req)}, nil"},
		{rl2004.Analyzer, "crossplane-runtime-2.3:./siblings/bookkeeping",
			[]string{"must(ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(providerconfig.NewReconciler(mgr, " +
				"resource.ProviderConfigKinds{})))"}, ""},
		{rl4003.Analyzer, "./sleeping", []string{
			"nodes, err := r.clientset.CoreV1().Nodes().Watch(ctx, metav1.ListOptions{})", "_, err := health.Get(url)", "f.mu.RLock()", "left, err := client.Get(\"https://example.com\")",
			"part, err := r.unlessFound()", "transport := &http.Transport{TLSClientConfig: &tls.Config{ServerName: \"example.com\"}}", "answering := &http.Client{Transport: &http.Transport{ResponseHeaderTimeout: time.Second}}", "_, err = b.client.Do(request)", `_, err := r.db.Exec("INSERT INTO counts VALUES (?)", req.Name)`, `return ctrl.Result{}, exec.Command("sync", req.Name).Run()`,
			"factory.Start(ctx.Done())", "for end := time.Now().Add(time.Minute); ; {", "for {", "for {", "go func() {", "go func() {", "go func(ctx context.Context) {",
			"request.WithContext(ctx)", "go r.tell(ctx, done)", "t.cond.L.Lock()", "go pods.Run(never)", "go r.forever(ctx)", "go r.refresh(ctx, req)", "go r.refresh(ctx, req)",
			"go wait.UntilWithContext(ctx, func(ctx context.Context) { _ = r.renew(ctx, req) }, time.Minute)",
			"_, err = pods.AddEventHandlerWithResyncPeriod(cache.ResourceEventHandlerFuncs{}, time.Hour)", "go own.Start(ctx)",
			"if _, err := r.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{}); err != nil {", `conn, err := net.Dial("tcp", req.Name)`,
			"db, err := r.database(ctx, req)", "to, err := r.link(req)", "return ctrl.Result{Requeue: true}, nil", "return ctrl.Result{}, err",
			"all.Lock()", "slots.Lock()", "defer cancel()", "failed <- check(ctx, name)", "group.Done()", "r.enter(name)", "r.mu.Lock()", "events := record.NewBroadcaster()", "r.pods.Lock()", "r.mu.Lock()", "r.mu.Lock()", "r.mu.Lock()", "r.mu.Lock()", "r.mu.Lock()", "r.mu.Lock()", "resp, err := http.Get(\"https://example.com/\" + name)",
			"_, err = r.plain.Do(request)", "_, err = r.plain.Do(request)", "_, err = r.plain.Do(request)",
			"if err := wait.ExponentialBackoff(patient, func() (bool, error) {", "return ctrl.Result{}, r.long.Wait(ctx)", "if _, err := client.Get(\"https://example.com\"); err != nil {",
			"if _, err := client.Head(\"https://example.com/of\"); err != nil {",
			"case <-tick:", "case <-ticker.C:",
			"case <-time.After(5 * time.Second):",
			"err := wait.PollUntilContextTimeout(ctx, time.Second, 2*time.Minute, false, func(ctx context.Context) (bool, error) {",
			"for tries := 0; tries < 5; _, tries = <-time.NewTicker(10*time.Second).C, tries+1 {", "for range time.NewTicker(2 * time.Second).C {",
			"_, err := exec.CommandContext(context.Background(), \"sync\", req.Name).Output()",
			"if err := <-r.answers; err != nil {",
			"if err := retry.RetryOnConflict(patient, r.Try); err != nil {", "if err := retry.RetryOnConflict(patient, r.Try); err != nil {",
			"r.gone <- \"pod\"", "<-late", "<-r.asked", "go func() {", "conn, err := net.Dial(\"tcp\", req.Name)", "r.Lock()", "resp, err := r.http.Do(get)", "r.mu.Lock()", "r.mu.Lock()", "r.mu.Lock()", "r.mu.Lock()", "tableMu.Lock()",
			"_, err := r.shared.Head(\"https://example.com\")",
			"r.rw.RLock()", "r.rw.RLock()", "r.other <- event.GenericEvent{Object: &corev1.Pod{}}",
			"return ctrl.Result{}, retry.OnError(patient, always, r.Try)",
			"return nil, io.EOF",
			"return wait.PollUntilContextCancel(ctx, time.Second, true, ready)",
			"time.Sleep(10 * time.Second)",
			"time.Sleep(12 * time.Second)",
			"time.Sleep(14 * time.Second)",
			"time.Sleep(2 * time.Second)",
			"time.Sleep(2 * time.Second)",
			"time.Sleep(2 * time.Second)",
			"time.Sleep(2 * time.Second)",
			"time.Sleep(2 * time.Second)",
			"time.Sleep(25 * time.Second)",
			"time.Sleep(3 * time.Minute)",
			"time.Sleep(3 * time.Second)",
			"time.Sleep(3 * time.Second)",
			"time.Sleep(3 * time.Second)",
			"time.Sleep(4 * time.Second)",
			"time.Sleep(4 * time.Second)",
			"time.Sleep(4 * time.Second)",
			"time.Sleep(5 * time.Second)",
			"time.Sleep(a.pause)",
			"time.Sleep(d)",
			"time.Sleep(r.pause)",
			"time.Sleep(time.Second)",
			"time.Sleep(time.Second)",
			"time.Sleep(time.Second)",
			"time.Sleep(time.Second)",
			"time.Sleep(time.Second)",
		}, "time.Sleep(time.Minute)"},
		{rl4005.Analyzer, "./delays", []string{
			"end := r.made.Add(r.limits.ttl)",
			"left := end.Sub(time.Now())",
			"left := time.Until(r.expiry)",
			"result.RequeueAfter = time.Until(r.expiry)",
			"return ctrl.Result{RequeueAfter: 1}, nil",
			"return ctrl.Result{RequeueAfter: time.Until(r.expiry)}, nil",
			"return ctrl.Result{RequeueAfter: time.Until(r.expiry)}, nil",
			"return ctrl.Result{RequeueAfter: time.Until(r.expiry)}, nil",
			"return ctrl.Result{RequeueAfter: time.Until(w.status.until)}, nil",
			"return time.Until(r.expiry), nil",
		}, "return ctrl.Result{RequeueAfter: 10}, nil"},
		{rl5001.Analyzer, "./starved/enough", []string{"mgr, err := ctrl.NewManager(cfg, ctrl.Options{})"}, ""},
		{rl5001.Analyzer, "./starved/ones", []string{"mgr, err := ctrl.NewManager(cfg, ctrl.Options{})"}, ""},
		{rl5001.Analyzer, "./starved/two", []string{"clientset, err := kubernetes.NewForConfig(cfg)"}, ""},
		{rl5001.Analyzer, "./starved/unheld", []string{"once, err := kubernetes.NewForConfig(cfg)"}, ""},
		{rl4007.Analyzer, "./losterrors", []string{
			"controllerutil.RemoveFinalizer(volume, finalizer)", "controllerutil.RemoveFinalizer(volume, finalizer)", "result, err = r.save(ctx, pod)",
			"defer r.patchStatus(ctx, pod)", `if err := c.Rename("first"); err != nil {`, "if client.IgnoreNotFound(err) != nil {", "if err != nil {", "if err != nil {",
			"if err := r.Delete(ctx, &pods.Items[i]); err != nil {", "if err := r.Delete(ctx, &pods.Items[i]); err != nil {",
			"if err := r.Delete(ctx, pod); err != nil {", "if err := r.Delete(ctx, pod); err != nil {",
			`if err := r.Get(ctx, client.ObjectKey{Name: "self"}, pod); err != nil {`,
			"if err := r.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, other); err != nil {",
			"if err := r.Get(ctx, ctrl.Request{}.NamespacedName, &pods[i]); err != nil {", "if err := r.List(ctx, pods); err != nil {",
			"if err := r.Status().Update(ctx, pod); err != nil {", "if err := r.Status().Update(ctx, pod); err != nil {",
			"if err := r.Status().Update(ctx, pod); err != nil {", "if err := r.Status().Update(ctx, pod); err != nil {",
			"if err := r.Update(ctx, &pods.Items[i]); err != nil {", "if err := r.Update(ctx, &pods.Items[i]); err != nil {",
			"if err := r.Update(ctx, pod); err != nil {", "if err := r.renew(pod); err != nil {", "if err := r.renew(pod); err != nil {",
			"if statusErr := r.Status().Patch(ctx, pod, nil); statusErr != nil {", "if statusErr := r.renew(pod); statusErr != nil {",
			`pod.Annotations["hash"] = pod.Spec.NodeName`, "r.labelled[req.NamespacedName] = true", "r.last = name",
			"r.seen.Store(pod.Name, pod.Spec.NodeName)", "r.started = true", "return !apierrors.IsNotFound(err)",
			"return ctrl.Result{}, nil", "return ctrl.Result{}, nil, nil", "return err == nil", "return false, nil", `return fmt.Errorf("no second pod: %w", err)`,
			"return nil", "return nil", "return nil", "return nil", `return pkgerrors.Wrap(err, "no pod")`, "return pod, nil",
			`return r.kept("none"), nil`, "return true, nil",
		}, "if apierrors.IsNotFound(err) {"},
		{rl4007.Analyzer, "./losterrors/filtered", []string{
			"return ctrl.Result{}, nil", "return ctrl.Result{}, nil", "return r.fail(ctx, pod, err.Error())",
		}, ""},
		{rl4008.Analyzer, "./gone/unheard", []string{"return ctrl.Result{}, err"}, ""},
	}
	patterns := make(map[string][]string)
	for _, test := range tests {
		module, pkg := inModule(test.pkg)
		patterns[module] = append(patterns[module], pkg)
	}
	loaded := make(map[string][]*packages.Package)
	for module, list := range patterns {
		loaded[module] = loadOf(t, module, list)
	}
	for _, test := range tests {
		t.Run(test.rule.Analyzer.Name, func(t *testing.T) {
			module, pkg := inModule(test.pkg)
			at := slices.IndexFunc(loaded[module], func(p *packages.Package) bool {
				return strings.HasSuffix(filepath.ToSlash(p.Dir), strings.TrimPrefix(pkg, "."))
			})
			if at < 0 {
				t.Fatalf("%s is not loaded", test.pkg)
			}
			lines := byLevel(t, test.rule.Analyzer, loaded[module][at])
			slices.Sort(test.notes)
			if !slices.Equal(lines[level.Note], test.notes) {
				t.Errorf("notes %q, want %q", lines[level.Note], test.notes)
			}
			if test.warning != "" && !slices.Contains(lines[0], test.warning) {
				t.Errorf("warnings %q, want %q among them", lines[0], test.warning)
			}
		})
	}
}

// TestBucketAlone checks that a bucket alone in a queue is no error: an object that never fails needs no back-off.
func TestBucketAlone(t *testing.T) {
	lines := byLevel(t, rl3001.Analyzer.Analyzer, loadOf(t, "controller-runtime-0.25", []string{"./numbers"})[0])
	if want := []string{`setup(mgr, o, "e", &bucket{Limiter: rate.NewLimiter(10, 100)})`}; !slices.Equal(lines[level.Warning], want) {
		t.Errorf("warnings %q, want %q", lines[level.Warning], want)
	}
}

// inModule returns the module that a package is in, which stands before a colon, or else that of the newest controller-runtime.
func inModule(pkg string) (module, rest string) {
	if module, rest, other := strings.Cut(pkg, ":"); other {
		return module, rest
	}
	return "controller-runtime-0.25", pkg
}

// loadOf loads packages of a module of the corpus.
func loadOf(t *testing.T, module string, patterns []string) []*packages.Package {
	t.Helper()
	m := wanttest.Corpus[slices.IndexFunc(wanttest.Corpus, func(m wanttest.Module) bool { return m.Name == module })]
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	list, err := wanttest.Load(dir, m.Env(), patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// byLevel returns the lines of code, without their comments, that have findings of a rule in a package, by the levels of these: 0 is
// that of the rule.
func byLevel(t *testing.T, rule *analysis.Analyzer, pkg *packages.Package) map[level.Level][]string {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{rule}, []*packages.Package{pkg}, nil)
	if err != nil {
		t.Fatal(err)
	}
	lines := make(map[level.Level][]string)
	for action := range graph.All() {
		if action.Analyzer != rule {
			continue
		}
		for _, d := range action.Diagnostics {
			at := action.Package.Fset.Position(d.Pos)
			src, err := os.ReadFile(at.Filename)
			if err != nil {
				t.Fatal(err)
			}
			text, _, _ := strings.Cut(strings.Split(string(src), "\n")[at.Line-1], " // want")
			_, own := level.Split(d.Category)
			lines[own] = append(lines[own], strings.TrimSpace(text))
		}
	}
	slices.Sort(lines[level.Note])
	return lines
}
