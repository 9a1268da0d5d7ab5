package dashboard

import (
	"context"
	"errors"
	"hash/fnv"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
	"github.com/rllint/rllint/runtime/ratelimiter"
	"github.com/rllint/rllint/runtime/shared"
)

// length is how long the program runs.
const length = time.Hour

// What happens in that hour.
const (
	throttledAt = 14 * time.Minute // the far side asks databases to slow down for some minutes
	stormAt     = 26 * time.Minute // networks change all the time, for some minutes
	storeAwayAt = 42 * time.Minute // the store of the shared budget is away
	storeBackAt = 45 * time.Minute
)

// program is a manager's worth of controllers.
type program struct {
	t      *testing.T
	limits *ratelimiter.Limits
	began  time.Time
	all    []simulation.Controller
}

// runProgram runs one, with a shared budget in that store, and returns what was scraped.
func runProgram(t *testing.T, store *miniredis.Miniredis) *recording {
	ctx, stop := context.WithCancel(t.Context())
	client := redis.NewClient(&redis.Options{Addr: store.Addr(), Protocol: 2, DisableIdentity: true, MaxRetries: -1, DialerRetries: 1})
	budget, err := shared.New(client, "account", 12, 120, shared.WithFallback(0.25), shared.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	metrics.Registry.MustRegister(budget)
	limits, err := ratelimiter.New(12, ratelimiter.WithTokenSource(budget))
	if err != nil {
		t.Fatal(err)
	}
	p := &program{t: t, limits: limits, began: time.Now()}
	p.addControllers()
	p.at(storeAwayAt, func() { store.SetError("LOADING the store is away") })
	p.at(storeBackAt, func() { store.SetError("") })

	end, err := simulation.Start(ctx, p.all...)
	if err != nil {
		t.Fatal(err)
	}
	r := record(t, func() { store.SetTime(time.Now()) })
	if err := end(); err != nil {
		t.Error(err)
	}
	stop()
	if err := budget.Close(context.Background()); err != nil {
		t.Error(err)
	}
	if err := client.Close(); err != nil {
		t.Error(err)
	}
	return r
}

func (p *program) at(when time.Duration, do func()) { time.AfterFunc(when-time.Since(p.began), do) }

func writeFile(t *testing.T, file, content string) {
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Error(err)
	}
}

func (p *program) addControllers() {
	class, err := p.limits.Global().NewClass(3, 30, ratelimiter.WithName("databases"), ratelimiter.WithAdaptive())
	if err != nil {
		p.t.Fatal(err)
	}
	p.add("bucket", p.reconciles(time.Minute), simulation.Objects("bucket", 200))
	p.add("database", func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
		if at := time.Since(p.began); at >= throttledAt && at < throttledAt+4*time.Minute {
			return reconcile.Result{}, ratelimiter.Throttled(errors.New("too many requests"), 20*time.Second)
		}
		return p.reconciles(time.Minute)(ctx, req)
	}, simulation.Objects("database", 100), ratelimiter.WithClass(class))
	p.add("network", p.reconciles(5*time.Minute), simulation.Objects("network", 40), ratelimiter.WithObjectLimit(0.05, 3))
	p.all[2].Sources = append(p.all[2].Sources, storm(stormAt, 6*time.Minute, simulation.Objects("network", 40)))
	// Built without the options, so that it waits in its workers.
	p.add("legacy", p.reconciles(time.Minute), simulation.Objects("legacy", 150))
	p.all[3].Options = controller.Options{Reconciler: withTimeout{p.all[3].Options.Reconciler}, MaxConcurrentReconciles: 2}
}

func (p *program) add(name string, do reconcile.Func, objects []reconcile.Request, options ...ratelimiter.ReconcilerOption) {
	r, err := ratelimiter.NewReconciler(name, do, p.limits, options...)
	if err != nil {
		p.t.Fatal(err)
	}
	o := r.ControllerOptions()
	o.Reconciler = r
	p.all = append(p.all, simulation.Controller{Name: name, Options: o, Sources: []source.Source{simulation.Appear(objects, time.Minute)}})
}

// reconciles returns a reconciler that takes 80 ms and wants to see the object again after a
// while, which differs from object to object.
func (p *program) reconciles(again time.Duration) reconcile.Func {
	return func(_ context.Context, req reconcile.Request) (reconcile.Result, error) {
		time.Sleep(80 * time.Millisecond)
		h := fnv.New32a()
		h.Write([]byte(req.Name))
		return reconcile.Result{RequeueAfter: again/2 + again*time.Duration(h.Sum32()%1000)/1000}, nil
	}
}

// withTimeout gives reconciles a deadline.
type withTimeout struct{ reconcile.Reconciler }

func (w withTimeout) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return w.Reconciler.Reconcile(ctx, req)
}
