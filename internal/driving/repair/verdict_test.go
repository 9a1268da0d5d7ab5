package repair_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/wanttest"
	"github.com/rllint/rllint/internal/engine/judge"
)

const singleProgram = `package main

import (
	"context"
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"example.com/missing"
	"rllint.test/inert"
	"rllint.test/limits"
)

var (
	_ = context.Background
	_ controller.Options
	_ workqueue.RateLimiter
	_ = missing.X
)

type wrapper struct {
	reconcile.Reconciler
	o limits.Options
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "")
	flag.Parse()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if err := setup(mgr, limits.NewOptions(*rps)); err != nil {
		log.Fatal(err)
	}
}

`

// TestVerdictsOfPartialPrograms checks that what does not type-check leaves the verdicts alone that do not depend on it, and makes the
// others unknown: never "missing" or "unset".
func TestVerdictsOfPartialPrograms(t *testing.T) {
	const wrapped = "Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))"
	tests := []struct{ name, setup, want string }{
		{"whole", `b := ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(o.ForControllerRuntime())
			return b.` + wrapped, "shared wrapped rate"},
		{"what does not matter", `missing.Log("set up", o.MaxConcurrentReconciles)
			if err := missing.AddToScheme(mgr.GetScheme()); err != nil { return missing.Wrap(err, "scheme") }
			b := ctrl.NewControllerManagedBy(mgr).For(&missing.Object{}).Watches(missing.Kind(), missing.Handler()).WithOptions(o.ForControllerRuntime())
			return b.` + wrapped, "shared wrapped rate"},
		{"options", `return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(missing.Options(o)).` + wrapped,
			"unknown wrapped unknown"},
		{"branch that sets options", `opts := o.ForControllerRuntime()
			if missing.Own() { opts.RateLimiter = missing.Limiter(); opts.MaxConcurrentReconciles = missing.N }
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped, "unknown wrapped unknown"},
		{"options that are changed", `opts := o.ForControllerRuntime(); missing.Tune(&opts)
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped, "unknown wrapped unknown"},
		{"branch that wraps", `var r reconcile.Reconciler = &inert.Reconciler{}
			if missing.On() { r = missing.Wrap(r, o.Global) }
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(o.ForControllerRuntime()).Complete(r)`, "shared unknown rate"},
		{"branch that decides whether it wraps", `var r reconcile.Reconciler = &inert.Reconciler{}
			if missing.On() { r = limits.NewReconciler(r, o.Global) }
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(o.ForControllerRuntime()).Complete(r)`, "shared unknown rate"},
		{"branch that decides on options", `var opts controller.Options
			if missing.On() { opts = o.ForControllerRuntime() }
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped, "unknown wrapped unknown"},
		{"branch that others decide", `missing.Log("set up")
			opts := o.ForControllerRuntime()
			if own := flag.Bool("own", false, ""); *own { opts.MaxConcurrentReconciles = 10 }
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped, "shared wrapped rate"},
		{"branch that decides on something else", `opts, grace := o.ForControllerRuntime(), 5
			if missing.On() { grace = 10 }
			if own := flag.Bool("own", false, ""); *own { opts.MaxConcurrentReconciles = 10 }
			missing.Log("set up", grace)
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped, "shared wrapped rate"},
		{"function that ends early", `opts := o.ForControllerRuntime()
			opts.MaxConcurrentReconciles = workers(opts.MaxConcurrentReconciles)
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped + `
		}
		func workers(n int) int {
			if missing.On() { return 10 }
			return n`, "shared wrapped unknown"},
		{"function that sets and ends early", `opts := o.ForControllerRuntime()
			tune(&opts)
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped + `
		}
		func tune(opts *controller.Options) {
			if !missing.On() { return }
			opts.MaxConcurrentReconciles = 10
			opts.RateLimiter = nil`, "unknown wrapped unknown"},
		{"value computed from one chosen", `opts, n := o.ForControllerRuntime(), 0
			if missing.On() { n = 10 }
			if n > 5 { opts.MaxConcurrentReconciles = n }
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped, "shared wrapped unknown"},
		{"branch between two settings", `opts, n := o.ForControllerRuntime(), flag.Int("workers", 1, "")
			if missing.On() { n = flag.Int("own-workers", 1, "") }
			opts.MaxConcurrentReconciles = *n
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped, "shared wrapped flag"},
		{"context that is handed on", `ctx := &settings{Context: context.Background(), workers: 3}
			missing.Start(ctx, mgr)
			opts := o.ForControllerRuntime()
			opts.MaxConcurrentReconciles = ctx.workers
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped + `
		}
		type settings struct { context.Context; workers int }
		func init() {`, "shared wrapped const"},
		{"settings that are handed on", `own := &settings{workers: 3}
			missing.Fill(own)
			opts := o.ForControllerRuntime()
			opts.MaxConcurrentReconciles = own.workers
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped + `
		}
		type settings struct { workers int }
		func init() {`, "shared wrapped unknown"},
		{"what is wrapped once more", `return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(o.ForControllerRuntime()).
			Complete(missing.Choose(limits.NewReconciler(&inert.Reconciler{}, o.Global)))`, "shared unknown rate"},
		{"builder that is handed on", `b := ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}); missing.Configure(b, o)
			return b.` + wrapped, "unknown wrapped unknown"},
		{"function that fails in an unknown way", `opts, err := options(o)
			if err != nil { return err }
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped + `
		}
		func options(o limits.Options) (opts controller.Options, err error) {
			if err := missing.Check(); err != nil { return opts, missing.Wrap(err) }
			return o.ForControllerRuntime(), nil`, "shared wrapped rate"},
		{"limiter of its own", `missing.Log("set up")
			opts := controller.Options{RateLimiter: workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](1, 2)}
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped, "adhoc wrapped unset"},
		{"limiter that is handed on", `opts := controller.Options{RateLimiter: workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](1, 2)}
			missing.Keep(opts.RateLimiter)
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped, "unknown wrapped unset"},
		{"limiter around another's", `opts := controller.Options{RateLimiter: workqueue.NewTypedMaxOfRateLimiter(missing.Limiter())}
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped, "unknown wrapped unset"},
		{"limiter by a function that others may call", `missing.Log("set up")
			opts := controller.Options{RateLimiter: backOff()}
			return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(opts).` + wrapped + `
		}
		func backOff() workqueue.TypedRateLimiter[reconcile.Request] {
			return workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](1, 2)`, "unknown wrapped unset"},
		{"middleware that does not type-check", `return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(o.ForControllerRuntime()).
			Complete(&wrapper{&inert.Reconciler{}, o})
		}
		func (w *wrapper) Reconcile(ctx context.Context, r reconcile.Request) (reconcile.Result, error) {
			if d := missing.Ask(w.o); d > 0 { return reconcile.Result{RequeueAfter: d}, nil }
			return w.Reconciler.Reconcile(ctx, r)`, "shared unknown rate"},
		{"reconciler that does not type-check", `return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(o.ForControllerRuntime()).Complete(&wrapper{})
		}
		func (w *wrapper) Reconcile(ctx context.Context, r reconcile.Request) (reconcile.Result, error) {
			return missing.Delegate(ctx, w, r)`, "shared unknown rate"},
	}
	m := wanttest.Corpus[0]
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	p := loadProgram(t, dir, m.Env(), "./single")
	name := filepath.Join(dir, "single", "main.go")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := singleProgram + "func setup(mgr ctrl.Manager, o limits.Options) error {\n" + test.setup + "\n}\n"
			found, _ := p.damaged(t, damage{text: map[string][]byte{name: []byte(text)}})
			var got []string
			for _, cs := range found {
				for _, c := range cs {
					got = append(got, fmt.Sprintf("%s %s %s", c.Limits[judge.Limiter].Verdict, c.Limits[judge.Middleware].Verdict,
						c.Limits[judge.Concurrency].Verdict))
				}
			}
			if strings.Join(got, "; ") != test.want {
				t.Errorf("verdicts %q, want %q", got, test.want)
			}
		})
	}
}
