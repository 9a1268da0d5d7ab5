// Command remembered has middleware that remembers from one reconcile what it does in the next.
package main

import (
	"context"
	"flag"
	"sync"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/limits"
)

type inner struct{}

func (inner) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

// counter asks from the second reconcile on.
type counter struct {
	n int
	r reconcile.Reconciler
	l *rate.Limiter
}

func (w *counter) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	w.n++
	if w.n > 1 {
		if err := w.l.Wait(ctx); err != nil {
			return reconcile.Result{}, err
		}
	}
	return w.r.Reconcile(ctx, req)
}

// started asks once it has seen one.
type started struct {
	seen bool
	r    reconcile.Reconciler
	l    *rate.Limiter
}

func (w *started) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if !w.seen {
		w.mark()
		return w.r.Reconcile(ctx, req)
	}
	if err := w.l.Wait(ctx); err != nil {
		return reconcile.Result{}, err
	}
	return w.r.Reconcile(ctx, req)
}

func (w *started) mark() { w.seen = true }

var total int

type global struct {
	r reconcile.Reconciler
	l *rate.Limiter
}

func (w *global) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	total++
	if total > 5 {
		if err := w.l.Wait(ctx); err != nil {
			return reconcile.Result{}, err
		}
	}
	return w.r.Reconcile(ctx, req)
}

type mapped struct {
	seen map[string]bool
	mu   sync.Mutex
	r    reconcile.Reconciler
	l    *rate.Limiter
}

func (w *mapped) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	w.mu.Lock()
	again := w.seen["any"]
	w.seen["any"] = true
	w.mu.Unlock()
	if again {
		if err := w.l.Wait(ctx); err != nil {
			return reconcile.Result{}, err
		}
	}
	return w.r.Reconcile(ctx, req)
}

// each remembers requests, each apart: of the next one it knows nothing.
type each struct {
	limited map[string]bool
	mu      sync.Mutex
	r       reconcile.Reconciler
	l       *rate.Limiter
}

func (w *each) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	w.mu.Lock()
	again := w.limited[req.String()]
	w.limited[req.String()] = true // want RL4011:"each.limited has an entry for each object"
	w.mu.Unlock()
	if again {
		return w.r.Reconcile(ctx, req)
	}
	if err := w.l.Wait(ctx); err != nil {
		return reconcile.Result{}, err
	}
	return w.r.Reconcile(ctx, req)
}

// lazy makes its limiter at the first.
type lazy struct {
	r reconcile.Reconciler
	n int
	l *rate.Limiter
}

func (w *lazy) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if w.l == nil {
		w.l = rate.NewLimiter(rate.Limit(w.n), w.n)
	}
	if err := w.l.Wait(ctx); err != nil {
		return reconcile.Result{}, err
	}
	return w.r.Reconcile(ctx, req)
}

func main() {
	n := flag.Int("max-reconcile-rate", 10, "")
	flag.Parse()
	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(*n*5), *n*10
	mgr, _ := ctrl.NewManager(cfg, ctrl.Options{})
	l := rate.NewLimiter(rate.Limit(*n), *n*10)
	set := func(name string, o client.Object, r reconcile.Reconciler) {
		ctrl.NewControllerManagedBy(mgr).Named(name).For(o).WithOptions(controller.Options{MaxConcurrentReconciles: *n, RateLimiter: limits.NewController()}).Complete(r) // want RL1002:"5 controllers .counter, .* do not always ask the limiter"
	}
	set("counter", &corev1.Pod{}, &counter{r: inner{}, l: l})
	set("started", &corev1.Node{}, &started{r: inner{}, l: l})
	set("global", &corev1.Namespace{}, &global{r: inner{}, l: l})
	set("mapped", &corev1.Service{}, &mapped{r: inner{}, l: l, seen: map[string]bool{}})
	set("lazy", &corev1.Event{}, &lazy{r: inner{}, n: *n})
	set("each", &corev1.Secret{}, &each{r: inner{}, l: l, limited: map[string]bool{}})
	mgr.Start(ctrl.SetupSignalHandler())
}
