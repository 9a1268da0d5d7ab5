//go:build go1.25

package ratelimiter

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// recordingManager keeps what is added to it.
type recordingManager struct{ runnables []manager.Runnable }

func (m *recordingManager) Add(r manager.Runnable) error {
	m.runnables = append(m.runnables, r)
	return nil
}

// middleware does what crossplane-runtime's middleware does: a request that the
// limiter delays comes back after that, and passes then unasked.
type middleware struct {
	name  string
	inner reconcile.Reconciler
	limit workqueue.TypedRateLimiter[string]

	mu      sync.Mutex
	limited map[string]bool
}

func (m *middleware) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	item := m.name + req.String()
	if d := m.delay(item); d > 0 {
		return reconcile.Result{RequeueAfter: d}, nil
	}
	m.limit.Forget(item)
	return m.inner.Reconcile(ctx, req)
}

func (m *middleware) delay(item string) time.Duration {
	m.mu.Lock()
	was := m.limited[item]
	delete(m.limited, item)
	m.mu.Unlock()
	if was {
		return 0
	}
	d := m.limit.When(item)
	if d > 0 {
		m.mu.Lock()
		m.limited[item] = true
		m.mu.Unlock()
	}
	return d
}

// dropIn limits controllers by that middleware around one limiter.
func (p *program) dropIn() wayToLimit {
	global := p.limits.GlobalRateLimiter(&p.manager)
	return func(_ *testing.T, p *program, name string, inner reconcile.Reconciler, _ ...ReconcilerOption) controller.Options {
		return controller.Options{
			Reconciler:              &middleware{name: "managed/" + name + ".example.io", inner: inner, limit: global, limited: map[string]bool{}},
			RateLimiter:             workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
			MaxConcurrentReconciles: p.limits.maxReconcileRate,
		}
	}
}

func TestControllersThatAreNotKnownAreGuessed(t *testing.T) {
	for item, want := range map[string]string{
		"managed/instance.ec2.aws.example.io/cluster-scoped":             "managed/instance.ec2.aws.example",
		"managed/instance.ec2.aws.example.iodefault/namespaced":          "managed/instance.ec2.aws.example",
		"managed/instance.ec2.aws.example.ioteam-a/name.with.dots":       "managed/instance.ec2.aws.example",
		"providerconfig/providerconfig.aws.example.io/default":           "providerconfig/providerconfig.aws.example",
		"managed/ec2.aws.example.io/v1beta1, kind=instance/object":       unknownControllers,
		"managed/ec2.aws.example.io/v1beta1, kind=instanceteam-a/object": unknownControllers,
		"database/object":       unknownControllers,
		"databaseteam-a/object": unknownControllers,
		"no slash":              unknownControllers,
		"":                      unknownControllers,
		"/":                     unknownControllers,
	} {
		if got := guessController(ownerOf(item)); got != want {
			t.Errorf("the controller of %q is %q, want %q", item, got, want)
		}
	}
}

// Controllers that run are known by their names, whatever those look like, and all
// their namespaces count together.
func TestControllersAreKnownByTheirNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		names := []string{
			"managed/ec2.aws.example.io/v1beta1, kind=instance",
			"managed/ec2.aws.example.io/v1beta1, kind=instancetype",
			"managed/bucket.s3.aws.example.io",
			"database",
		}
		var all []simulation.Controller
		for _, name := range names {
			all = append(all, simulation.Controller{Name: name, Options: controller.Options{Reconciler: reconcile.Func(succeed)}})
		}
		run(t, time.Second, all...)

		limits := newLimits(t, 100)
		l := limits.GlobalRateLimiter(nil)
		for _, name := range names {
			for _, object := range []string{"/a", "default/a", "team-a/name.with.dots", "type/b"} {
				if d := l.When(name + object); d != 0 {
					t.Errorf("%s%s was delayed by %v", name, object, d)
				}
			}
		}
		limits.global.tree.mu.Lock()
		defer limits.global.tree.mu.Unlock()
		for _, name := range names {
			if limits.global.tree.shares[name] == nil {
				t.Errorf("%s has no share", name)
			}
		}
		if n := len(limits.global.tree.shares); n != len(names) {
			t.Errorf("%d shares, want one for each of the %d controllers", n, len(names))
		}
	})
}

// Controllers have equal shares, however many items each asks for, and nothing is
// kept for an item.
func TestGlobalRateLimiterIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &recordingManager{}
		limits := newLimits(t, maxReconcileRate)
		l := limits.GlobalRateLimiter(m)
		through := map[string]int{}
		ask := func(controller string, items int) {
			for i := range items {
				item := controller + ".example.io" + string(rune('a'+i%26)) + "/object"
				go func() {
					for l.When(item) == 0 {
						limits.global.tree.mu.Lock()
						through[controller]++
						limits.global.tree.mu.Unlock()
						l.Forget(item)
					}
				}()
			}
		}
		ask("many", 200)
		ask("few", 3)
		stop, cancel := context.WithCancel(t.Context())
		go func() { _ = m.runnables[0].Start(stop) }()
		time.Sleep(100 * time.Second)
		synctest.Wait()
		if total := through["many"] + through["few"]; total != 1100 {
			t.Errorf("let through %d, want 1100", total)
		}
		within(t, "few", through["few"], 500, 0.11) // the burst went to whoever came
		if l.NumRequeues("few.example.ioa/object") != 0 {
			t.Error("requeues are counted")
		}

		// When the manager stops, all waits end.
		cancel()
		synctest.Wait()
		if waiting := limits.global.tree.waiting; waiting != 0 {
			t.Errorf("%d wait after the manager has stopped", waiting)
		}
		if l.When("few.example.ioa/object") == 0 {
			t.Error("let through after the manager has stopped")
		}
	})
}

// Names that are in use or not fit for metrics are no reason to fail.
func TestGlobalRateLimiterTakesAnyName(t *testing.T) {
	limits := newLimits(t, 10)
	mustShare(t, limits.Global(), "taken", 1)
	l := limits.GlobalRateLimiter(nil)
	for _, item := range []string{"taken/a", "\xff/a", "\xfe/a", "", "/"} {
		if d := l.When(item); d != 0 {
			t.Errorf("item %q was delayed by %v", item, d)
		}
	}
}

// Bad limits keep the manager from starting, with a sentence, and nothing passes.
func TestGlobalRateLimiterOfBadLimits(t *testing.T) {
	for name, wire := range map[string]func(runnableAdder) time.Duration{
		"rate 0":       func(m runnableAdder) time.Duration { return NewGlobalRateLimiter(m, 0).When("a") },
		"nil limits":   func(m runnableAdder) time.Duration { return (*Limits)(nil).GlobalRateLimiter(m).When("a") },
		"empty limits": func(m runnableAdder) time.Duration { return (&Limits{}).GlobalRateLimiter(m).When("a") },
	} {
		m := &recordingManager{}
		if wire(m) == 0 || wire(nil) == 0 {
			t.Errorf("%s: an item was let through", name)
		}
		if len(m.runnables) != 1 || m.runnables[0].Start(context.Background()) == nil {
			t.Errorf("%s: the manager starts", name)
		}
	}
	m := &recordingManager{}
	if NewGlobalRateLimiter(m, 5).When("a") != 0 || len(m.runnables) != 1 {
		t.Error("good limits let nothing through")
	}
}

// Options for one manager that are made twice have one limit; another rate is an error.
func TestNewGlobalRateLimiterIsOneForAManager(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &recordingManager{}
		first, second := NewGlobalRateLimiter(m, maxReconcileRate), NewGlobalRateLimiter(m, maxReconcileRate)
		through := [2]int{}
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		for i, l := range []workqueue.TypedRateLimiter[string]{first, second} {
			for j := range 5 {
				go func() {
					for l.When(fmt.Sprintf("controller-%d.example.io/%d", i, j)) == 0 && ctx.Err() == nil {
						through[i]++ // one goroutine at a time is let through
					}
				}()
			}
		}
		<-ctx.Done()
		ended, end := context.WithCancel(t.Context())
		go func() { _ = m.runnables[0].Start(ended) }()
		end()
		synctest.Wait()
		t.Logf("%d and %d reconciles in a minute", through[0], through[1])
		if sum := through[0] + through[1]; sum > 602 {
			t.Errorf("%d let through in a minute, want 600", sum)
		}
		if dropIns.of[m] != nil {
			t.Error("the limits of a manager that has stopped are kept")
		}

		other := &recordingManager{}
		NewGlobalRateLimiter(other, 10)
		NewGlobalRateLimiter(other, 20)
		if n := len(other.runnables); n != 2 || other.runnables[1].Start(t.Context()) == nil {
			t.Errorf("the manager starts with two rates")
		}
		delete(dropIns.of, other)
	})
}

// Without a manager the log says that nothing is let through.
func TestRefusingDropInSaysSo(t *testing.T) {
	logged := startLogging(t)
	if NewGlobalRateLimiter(nil, 0).When("a") == 0 {
		t.Error("a bad rate lets through")
	}
	if n := logged("max-reconcile-rate 0 is outside"); n != 1 {
		t.Errorf("it was logged %d times, want once", n)
	}
}

// Names that no controller has make one share, however many namespaces there are.
func TestUnknownNamesShare(t *testing.T) {
	limits := newLimits(t, 1000)
	l := limits.GlobalRateLimiter(nil)
	for i := range 1000 {
		if d := l.When(fmt.Sprintf("nobodyteam-%d/object", i)); d != 0 {
			t.Fatalf("delayed by %v", d)
		}
	}
	if n := len(limits.global.tree.shares); n != 1 {
		t.Errorf("1,000 namespaces made %d shares, want 1", n)
	}
}

// What the drop-in knows of namespaces is bounded: it knows controllers, and looks at a name
// anew if it has forgotten it.
func TestDropInForgetsNamespaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		global := newLimits(t, 1000).GlobalRateLimiter(nil).(*dropIn)
		for i := range 3 * mostOwners {
			if d := global.When(fmt.Sprintf("managed/bucket.example.ions-%d/object", i)); d != 0 {
				t.Fatal(d)
			}
		}
		if n := len(global.owners); n > mostOwners {
			t.Errorf("%d names are remembered, want at most %d", n, mostOwners)
		}
		if n := len(global.shares); n != 1 {
			t.Errorf("%d shares, want one", n)
		}
	})
}

// Limits that outlive a manager know its controllers by the same names under the next one.
func TestDropInOfTheNextManager(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := newLimits(t, 100)
		for range 3 {
			m := &recordingManager{}
			ctx, stop := context.WithCancel(t.Context())
			if d := limits.GlobalRateLimiter(m).When("managed/next.example.io/object"); d != 0 {
				t.Fatal(d)
			}
			for _, r := range m.runnables {
				go func() { _ = r.Start(ctx) }()
			}
			synctest.Wait()
			stop()
			synctest.Wait()
			if n := len(limits.global.tree.shares); n != 0 {
				t.Errorf("%d names are taken after the manager has stopped", n)
			}
		}
	})
}
