package e2e

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	corev1 "k8s.io/api/core/v1"

	"github.com/rllint/rllint/runtime/priority"
	"github.com/rllint/rllint/runtime/ratelimiter"
)

// start is one reconcile as the inner reconciler sees it.
type start struct {
	at         time.Time
	controller string
	object     types.NamespacedName
	version    string // of the object that was read, empty if there was none
	failed     bool
	ended      bool // the context had ended before
}

// record is what the reconcilers of programs have seen.
type record struct {
	mu     sync.Mutex
	starts []start
}

func (r *record) add(s start) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.starts = append(r.starts, s)
}

func (r *record) all() []start {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]start(nil), r.starts...)
}

// of counts the objects of a controller that were reconciled without an error.
func (r *record) of(controller string) int {
	objects := map[types.NamespacedName]bool{}
	for _, s := range r.all() {
		if s.controller == controller && !s.failed {
			objects[s.object] = true
		}
	}
	return len(objects)
}

// latest returns the version in which each object of a controller was reconciled
// last.
func (r *record) latest(controller string) map[string]string {
	versions := map[string]string{}
	for _, s := range r.all() {
		if s.controller == controller {
			versions[s.object.Name] = s.version
		}
	}
	return versions
}

func times(starts []start) []time.Time {
	all := make([]time.Time, len(starts))
	for i, s := range starts {
		all[i] = s.at
	}
	return all
}

// program is a manager with three controllers under one limit.
type program struct {
	ctrl.Manager
	record *record
	stop   func() // and wait until it has
}

// programOptions is what programs differ in.
type programOptions struct {
	rate     int
	limiter  []ratelimiter.LimiterOption
	election bool
	also     *record            // gets what the program's own gets, unless nil
	fails    func(s start) bool // whether a reconcile fails
	timeout  time.Duration      // of each reconcile, 0 for none; without effect where there is none
	wire     wiring             // nil for Complete
}

// wiring puts a controller under the limits, and builds it.
type wiring func(b *builder.Builder, name string, r reconcile.Reconciler, limits *ratelimiter.Limits, mgr ctrl.Manager) error

// complete is the one call.
func complete(b *builder.Builder, _ string, r reconcile.Reconciler, limits *ratelimiter.Limits, _ ctrl.Manager) error {
	return ratelimiter.Complete(b, r, limits, ratelimiter.WithQueue(priority.Queue[reconcile.Request]))
}

// run starts a program in the namespace. It stops with the test.
func (n *namespace) run(o programOptions) *program {
	n.t.Helper()
	limits, err := ratelimiter.New(o.rate, o.limiter...)
	if err != nil {
		n.t.Fatal(err)
	}
	skip, lease, renewal := true, time.Minute, 45*time.Second
	defaults := limits.ManagerDefaults()
	defaults.SkipNameValidation = &skip // several programs run in this process
	if field := timeoutIn(&defaults); field.IsValid() {
		field.Set(reflect.ValueOf(o.timeout))
	}
	mgr, err := ctrl.NewManager(limits.LimitRESTConfig(server), ctrl.Options{
		Scheme:                        scheme.Scheme,
		Cache:                         cache.Options{DefaultNamespaces: map[string]cache.Config{n.name: {}}},
		Controller:                    defaults,
		Metrics:                       metricsserver.Options{BindAddress: "0"},
		LeaderElection:                o.election,
		LeaderElectionID:              "e2e",
		LeaderElectionNamespace:       n.name,
		LeaderElectionReleaseOnCancel: true,
		LeaseDuration:                 &lease, // a busy machine is no reason to lose it
		RenewDeadline:                 &renewal,
	})
	if err != nil {
		n.t.Fatal(err)
	}
	own := &record{}
	for name, object := range map[string]client.Object{
		"configmap": &corev1.ConfigMap{}, "secret": &corev1.Secret{}, "serviceaccount": &corev1.ServiceAccount{},
	} {
		if err := setUp(mgr, name, object, limits, o, own); err != nil {
			n.t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- mgr.Start(ctx) }()
	p := &program{Manager: mgr, record: own}
	p.stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				n.t.Errorf("the manager stopped with %v", err)
			}
		case <-time.After(time.Minute):
			n.t.Error("the manager did not stop within a minute")
		}
	})
	n.t.Cleanup(p.stop)
	return p
}

// timeoutIn is the ReconciliationTimeout of the defaults, which came with v0.22 of
// controller-runtime.
func timeoutIn(defaults *config.Controller) reflect.Value {
	return reflect.ValueOf(defaults).Elem().FieldByName("ReconciliationTimeout")
}

func setUp(mgr ctrl.Manager, name string, object client.Object, limits *ratelimiter.Limits, o programOptions, own *record) error {
	inner := reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
		s := start{at: time.Now(), controller: name, object: req.NamespacedName}
		read := object.DeepCopyObject().(client.Object)
		err := mgr.GetClient().Get(ctx, req.NamespacedName, read)
		if client.IgnoreNotFound(err) != nil {
			return reconcile.Result{}, err
		}
		s.version = read.GetResourceVersion()
		s.ended = ctx.Err() != nil
		s.failed = o.fails != nil && o.fails(s)
		own.add(s)
		if o.also != nil {
			o.also.add(s)
		}
		if s.failed {
			return reconcile.Result{}, fmt.Errorf("the far side is away")
		}
		return reconcile.Result{}, nil
	})
	wire := o.wire
	if wire == nil {
		wire = complete
	}
	return wire(ctrl.NewControllerManagedBy(mgr).Named(name).For(object), name, inner, limits, mgr)
}

// mustHold fails the test if more than the limit started in some window, or more than
// accrued since the first one, beyond what a busy machine explains.
func mustHold(t *testing.T, starts []start, rate, burst int) {
	t.Helper()
	const busy = 500 * time.Millisecond
	over, early := delayOver(times(starts), rate, burst), earlySinceStart(times(starts), rate)
	t.Logf("%d reconciles; a limit of %d/s with bursts of %d holds if %v of delay is allowed for, and from an empty start if %v is",
		len(starts), rate, burst, over.Round(time.Millisecond), early.Round(time.Millisecond))
	if over > busy || early > busy {
		t.Errorf("more reconciles than the limit allows, by what accrues in %v", max(over, early))
	}
}
