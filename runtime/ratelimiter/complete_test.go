//go:build go1.25

package ratelimiter

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// buildManager is as much of a manager as a builder asks for. It starts nothing.
type buildManager struct {
	manager.Manager
	added []manager.Runnable
}

func (*buildManager) GetControllerOptions() config.Controller {
	skip := true
	return config.Controller{SkipNameValidation: &skip}
}
func (*buildManager) GetLogger() logr.Logger         { return logr.Discard() }
func (m *buildManager) Add(r manager.Runnable) error { m.added = append(m.added, r); return nil }

// builderOf returns a builder of a controller that has an event for each object at once.
func builderOf(name string, objects ...reconcile.Request) *builder.Builder {
	return builder.ControllerManagedBy(&buildManager{}).Named(name).
		WatchesRawSource(simulation.Appear(objects, 0))
}

// anyOrder does without controller-runtime's priorities in the versions that have them.
func anyOrder(o controller.Options) controller.Options {
	if field := reflect.ValueOf(&o).Elem().FieldByName("UsePriorityQueue"); field.IsValid() {
		no := false
		field.Set(reflect.ValueOf(&no))
	}
	return o
}

// runFor runs a controller, and stops it.
func runFor(t *testing.T, c controller.Controller, length time.Duration) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- c.Start(ctx) }()
	time.Sleep(length)
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	time.Sleep(time.Second)
}

// A controller that has the limited queue and not the limited reconciler is limited all
// the same, and the log says which it is. A storm of ten objects for a minute.
func TestHalfWiredIsLimitedAndSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		logged := startLogging(t)
		limits := newLimits(t, maxReconcileRate)
		log := simulation.NewLog()
		o := limited(t, "half", reconcile.Func(succeed), limits)
		o.Reconciler = log.Reconciler(nil)
		run(t, time.Minute, simulation.Controller{Name: "half", Options: o, Sources: []source.Source{
			simulation.Storm(simulation.Objects("hot", 10), time.Second/100),
		}})
		through := len(log.Entries())
		t.Logf("%d reconciles in 60 s, of 700 that are allowed", through)
		if through > 700 || through < 690 {
			t.Errorf("%d reconciles in 60 s, want 700", through)
		}
		checkWindows(t, log.Entries(), maxReconcileRate, 10*maxReconcileRate)
		if n := logged(`limited by half: build it with Complete" "error"="the controller has the limited queue`); n != 1 ||
			logged(`when they end" "controller"="half"`) != 1 {
			t.Errorf("it was logged %d times, want once, with the controller's name", n)
		}
	})
}

// The half that has no options keeps the limit too, and is quiet.
func TestHalfWiredWithoutOptionsIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		logged := startLogging(t)
		log := simulation.NewLog()
		r, err := NewReconciler("other half", log.Reconciler(nil), newLimits(t, maxReconcileRate))
		if err != nil {
			t.Fatal(err)
		}
		run(t, time.Minute, simulation.Controller{Name: "other half", Options: controller.Options{Reconciler: r}, Sources: []source.Source{
			simulation.Storm(simulation.Objects("hot", 10), time.Second/100),
		}})
		checkWindows(t, log.Entries(), maxReconcileRate, 10*maxReconcileRate)
		if logged("limited by half") != 0 {
			t.Error("an error was logged")
		}
	})
}

// One call wraps the reconciler, limits the queue, sets the workers and knows the
// controller's name.
func TestBuildLimitsByOneCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := newLimits(t, maxReconcileRate)
		log := simulation.NewLog()
		c, err := Build(builderOf("one-call", simulation.Objects("object",
			10)...).WithOptions(anyOrder(controller.Options{CacheSyncTimeout: time.Hour})),
			log.Reconciler(restless), limits)
		if err != nil {
			t.Fatal(err)
		}
		made := reflect.ValueOf(c).Elem()
		if got := made.FieldByName("MaxConcurrentReconciles").Int(); got != maxReconcileRate {
			t.Errorf("%d workers, want %d", got, maxReconcileRate)
		}
		if got := made.FieldByName("CacheSyncTimeout").Interface(); got != time.Hour {
			t.Errorf("the builder's CacheSyncTimeout became %v, want 1h", got)
		}
		// It stops between two tokens: a request that is let through at the moment of the stop need not begin any more.
		runFor(t, c, time.Minute-time.Second/maxReconcileRate/2)
		checkWindows(t, log.Entries(), maxReconcileRate, 10*maxReconcileRate)
		if n := len(log.Entries()); n < 690 {
			t.Errorf("%d reconciles in 60 s, want 700", n)
		}
		if got := gathered(t, "reconcile_limiter_let_through_total", "one-call").GetCounter().GetValue(); int(got) != len(log.Entries()) {
			t.Errorf("%v let through by the metric of the controller's own name, want %d", got, len(log.Entries()))
		}
		if len(limits.global.tree.shares) != 0 {
			t.Error("the name is taken after the controller has stopped")
		}
	})
}

// NewController is one call for controllers without a builder.
func TestNewControllerLimitsByOneCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := newLimits(t, maxReconcileRate)
		log := simulation.NewLog()
		c, err := NewController("no-builder", &buildManager{},
			anyOrder(controller.Options{Reconciler: log.Reconciler(restless), MaxConcurrentReconciles: 3}), limits)
		if err != nil {
			t.Fatal(err)
		}
		if got := reflect.ValueOf(c).Elem().FieldByName("MaxConcurrentReconciles").Int(); got != 3 {
			t.Errorf("%d workers, want those of the options: 3", got)
		}
		if err := c.Watch(simulation.Appear(simulation.Objects("object", 10), 0)); err != nil {
			t.Fatal(err)
		}
		runFor(t, c, time.Minute)
		checkWindows(t, log.Entries(), maxReconcileRate, 10*maxReconcileRate)
		if n := len(log.Entries()); n < 690 {
			t.Errorf("%d reconciles in 60 s, want 700", n)
		}
	})
}

// What cannot be kept is an error, and not lost.
func TestBuildRefusesWhatItWouldLose(t *testing.T) {
	limits := newLimits(t, 1)
	r := reconcile.Func(succeed)
	plain := anyOrder(controller.Options{})
	quiet := func(*reconcile.Request) logr.Logger { return logr.Discard() }
	withQueue := plain
	withQueue.NewQueue = func(string, workqueue.TypedRateLimiter[reconcile.Request]) workqueue.TypedRateLimitingInterface[reconcile.Request] {
		return nil
	}
	nilQueue := func(workqueue.TypedRateLimitingInterface[reconcile.Request]) workqueue.TypedRateLimitingInterface[reconcile.Request] {
		return nil
	}
	for want, err := range map[string]error{
		"the builder is nil":                  Complete(nil, r, limits),
		"the reconciler to limit is nil":      Complete(builderOf("a"), nil, limits),
		"make them with New":                  Complete(builderOf("a"), r, nil),
		"LogConstructor was given to the bui": Complete(builderOf("a").WithOptions(plain).WithLogConstructor(quiet), r, limits),
		"NewQueue was given to the builder":   Complete(builderOf("a").WithOptions(withQueue), r, limits),
		"WithQueue changes it":                Complete(builderOf("a"), r, limits, WithControllerOptions(withQueue)),
		"MaxConcurrentReconciles is -3":       Complete(builderOf("a").WithOptions(controller.Options{MaxConcurrentReconciles: -3}), r, limits),
		"WithQueue returns nil":               Complete(builderOf("a"), r, limits, WithQueue(nilQueue)),
		"have a Reconciler":                   Complete(builderOf("a"), r, limits, WithControllerOptions(controller.Options{Reconciler: r})),
		"a value of type":                     Complete(builderOf("a"), r, limits, WithControllerOptions(controller.TypedOptions[string]{})),
		"weight 0 is outside":                 Complete(builderOf("a").WithOptions(plain), r, limits, WithWeight(0)),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
	withReconciler := plain
	withReconciler.Reconciler = r
	if _, err := NewController("a", nil, withReconciler, limits); err == nil || !strings.Contains(err.Error(), "the manager is nil") {
		t.Errorf("NewController without a manager: %v", err)
	}
	withLog := plain
	withLog.LogConstructor = quiet
	if err := Complete(builderOf("a", simulation.Request("a")), r, limits, WithControllerOptions(withLog)); err != nil {
		t.Error(err)
	}
	if _, err := NewReconciler("a", r, limits, WithControllerOptions(plain)); err == nil {
		t.Error("NewReconciler took a controller's options")
	}
}

// Options of a limited reconciler say so where they drop priorities.
func TestControllerOptionsSayThatPrioritiesAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		logged := startLogging(t)
		run(t, time.Second, simulation.Controller{Name: "plain", Options: limited(t, "plain", reconcile.Func(succeed), newLimits(t, 1))})
		want := 0
		if prioritiesByDefault() {
			want = 1
		}
		if n := logged("keeps no priorities"); n != want {
			t.Errorf("it was logged %d times, want %d", n, want)
		}
	})
}

// Priorities are not dropped in silence where controllers have them by default.
func TestBuildRefusesToDropPriorities(t *testing.T) {
	err := Complete(builderOf("a", simulation.Request("a")), reconcile.Func(succeed), newLimits(t, 1))
	byDefault := prioritiesByDefault()
	if byDefault != (err != nil) || byDefault && !strings.Contains(err.Error(), "runtime/priority") {
		t.Errorf("got %v where priorities are the default: %v", err, byDefault)
	}
	t.Logf("priorities by default: %v", byDefault)
}
