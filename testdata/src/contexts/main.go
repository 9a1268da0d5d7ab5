// Command contexts hands its settings on in contexts: wrapped again, with a deadline, under several keys.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"time"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

type settings struct {
	cores, workers int
}

type (
	settingsKey struct{}
	workersKey  struct{}
	textKey     string
)

func fromContext(ctx context.Context) *settings {
	v := ctx.Value(settingsKey{})
	if v == nil {
		panic("no settings in this context")
	}
	return v.(*settings)
}

func parse(ctx context.Context) context.Context {
	s := &settings{}
	flag.IntVar(&s.cores, "cores", 2, "processors")            // want RL1003:"flag cores"
	flag.IntVar(&s.workers, "object-workers", 2, "for a kind") // want RL1003:"flag object-workers"
	flag.Parse()
	return context.WithValue(ctx, settingsKey{}, s)
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	ctx, cancel := context.WithTimeout(context.WithValue(parse(context.Background()), workersKey{}, 7), time.Hour)
	defer cancel()
	ctx = context.WithValue(ctx, textKey("rate"), *rps)

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	global := limits.NewGlobal(*rps)
	check(setup(mgr, global, "field", &corev1.ConfigMap{}, fromContext(ctx).workers))
	check(setup(mgr, global, "scaled", &corev1.Secret{}, scale(float64(fromContext(ctx).cores), 10, 100)))
	check(setup(mgr, global, "number", &corev1.Service{}, ctx.Value(workersKey{}).(int))) // want RL1003:"runs 7 workers"
	check(setup(mgr, global, "rate", &corev1.Pod{}, ctx.Value(textKey("rate")).(int)))
	logged := logged(ctx)
	check(setup(mgr, global, "logged", &corev1.Endpoints{}, logged.Value(workersKey{}).(int)))    // want RL1003:"runs 7 workers"
	check(setup(mgr, global, "several", &corev1.Event{}, several(ctx).Value(workersKey{}).(int))) // want RL1003:"runs 7 workers"
	n, ok := ctx.Value(textKey("burst")).(int)                                                    // nobody has set it
	if ok {
		check(setup(mgr, global, "other", &corev1.Node{}, n))
	}
	check(mgr.Start(ctx))
}

// logged returns a context of its own where there is none.
func logged(ctx context.Context) context.Context {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	if ctx == nil {
		ctx = ctrl.SetupSignalHandler()
	}
	return ctrl.LoggerInto(ctrl.LoggerInto(ctx, ctrl.Log), ctrl.Log)
}

// several puts many things into a context, some of them not always.
func several(ctx context.Context) context.Context {
	for i := range 70 {
		ctx = context.WithValue(ctx, textKey(fmt.Sprint(i)), i)
	}
	for i := range 20 {
		if len(os.Args) > i {
			ctx = context.WithValue(ctx, textKey(fmt.Sprint(100+i)), i)
		}
	}
	return ctx
}

// scale returns a number of workers between two, by the number of processors.
func scale(cores float64, least, most int) int {
	share := math.Pow(math.Floor(math.Ceil(math.Min(cores, 60)))/60, 1)
	return least + int(math.Round(share*float64(most-least)))
}

func setup(mgr ctrl.Manager, global *rate.Limiter, name string, kind client.Object, workers int) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(controller.Options{RateLimiter: limits.NewController(), MaxConcurrentReconciles: workers}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
