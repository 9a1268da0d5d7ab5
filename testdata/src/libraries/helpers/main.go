// Command helpers computes its numbers of workers with helpers of libraries that
// nobody else has to know.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"

	"github.com/samber/lo"
	"github.com/samber/mo"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var (
	clamped  = flag.Int("clamped", 4, "workers")           // want RL1003:"flag clamped"
	optional = flag.Int("optional", 4, "workers")          // want RL1003:"flag optional"
	first    = flag.Int("first", 0, "workers, 0 for four") // want RL1003:"flag first"
	pointed  = flag.Int("pointed", 4, "workers")           // want RL1003:"flag pointed"
	rps      = flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
)

func main() {
	flag.Parse()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	check(err)

	setup(mgr, "clamped", lo.Clamp(*clamped, 1, 20))
	setup(mgr, "clamped-rate", lo.Clamp(*rps, 1, 20))
	setup(mgr, "clamped-constant", lo.Clamp(5, 1, 20)) // what it comes to is not known
	setup(mgr, "at-most", min(lo.Max([]int{*rps, 1}), 50))
	setup(mgr, "first-set", cmp.Or(*first, 4))
	setup(mgr, "optional", mo.EmptyableToOption(*optional).OrElse(5))
	setup(mgr, "optional-rate", mo.TupleToOption(*rps, *rps > 0).OrEmpty())
	setup(mgr, "optional-constant", mo.Some(6).OrEmpty()) // want RL1003:"runs 6 workers"
	setup(mgr, "pointed", lo.FromPtrOr(lo.ToPtr(*pointed), 3))

	n, qps, burst, err := fromEnvironment("backups")
	check(err)
	log.Printf("at most %v requests a second, %d at once", qps, burst)
	setup(mgr, "environment", n)
	setup(mgr, "environment-named", number(fmt.Sprintf("%s_WORKERS", strings.ToUpper(os.Args[1]))))
	setup(mgr, "environment-rate", number("SHARD_"+os.Args[1]+"_MAX_RECONCILE_RATE"))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

// fromEnvironment reads the limits of one controller.
func fromEnvironment(name string) (workers int, qps float64, burst int, err error) {
	prefix := strings.ToUpper(name)
	if workers, err = strconv.Atoi(os.Getenv(fmt.Sprintf("%s_CONCURRENT_RECONCILES", prefix))); err != nil { // want RL1003:"environment variable BACKUPS_CONCURRENT_RECONCILES says"
		return 0, 0, 0, err
	}
	if qps, err = strconv.ParseFloat(os.Getenv(prefix+"_QPS"), 64); err != nil {
		return 0, 0, 0, err
	}
	return workers, qps, int(qps * 2), nil
}

func number(variable string) int {
	n, err := strconv.ParseInt(os.Getenv(variable), 10, 32) // want RL1003:"controller environment-named .* environment variable …_WORKERS .a name made at run time. says"
	check(err)
	return int(n)
}

func setup(mgr ctrl.Manager, name string, workers int) {
	check(ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(&corev1.Pod{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(&reconciler{})) // want RL1001:"12 controllers" RL1002:"12 controllers"
}

type reconciler struct{}

func (*reconciler) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
