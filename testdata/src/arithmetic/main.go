// Command arithmetic computes numbers of workers: from the maximum reconcile
// rate, which they still derive from, and from other numbers.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"strconv"
	"sync"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

const perShard = 4

func clamp(n int) int {
	if n < 1 {
		return 1
	}
	if n > 100 {
		n = 100
	}
	return n
}

func orDefault(n *int) int {
	if n == nil {
		return 10
	}
	return *n
}

// A region is shown by its method.
type region int

func (r region) String() string { return "region-" + strconv.Itoa(int(r)) }

// lines counts what is written to it.
type lines struct{ n int }

func (l *lines) Write(b []byte) (int, error) {
	l.n++
	return len(b), nil
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	shards := flag.Uint("shards", 2, "shards of each kind") // want RL1003:"shards"
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	global := limits.NewGlobal(*rps)

	check(setup(mgr, global, "half", &corev1.ConfigMap{}, *rps/2))
	check(setup(mgr, global, "atleast", &corev1.Secret{}, max(1, *rps)))
	check(setup(mgr, global, "clamped", &corev1.Service{}, clamp(*rps)))
	check(setup(mgr, global, "converted", &corev1.Pod{}, int(0.5*float64(*rps))))
	check(setup(mgr, global, "deref", &corev1.Node{}, ptr.Deref(rps, 10)))
	check(setup(mgr, global, "default", &corev1.Namespace{}, orDefault(rps)))
	workers := *rps
	if workers > runtime.NumCPU() {
		workers = runtime.NumCPU() * *rps
	}
	check(setup(mgr, global, "branches", &corev1.Event{}, workers))
	if n, err := strconv.Atoi(strconv.Itoa(*rps)); err == nil {
		check(setup(mgr, global, "text", &corev1.Endpoints{}, n))
	}

	check(setupShards(mgr, limits.Options{MaxConcurrentReconciles: int(*shards) * perShard, Global: global}))
	check(setupConstant(mgr, limits.Options{MaxConcurrentReconciles: 2 * perShard, Global: global})) // want RL1003:"8"

	if n, err := strconv.Atoi("6"); err == nil { // want RL1003:"runs 6 workers"
		check(setup(mgr, global, "read", &corev1.Binding{}, n))
	}
	if _, err := strconv.ParseInt("many", 10, 64); err == nil {
		check(setup(mgr, global, "unread", &corev1.Binding{}, 6)) // never
	}
	small := uint8(200)
	check(setup(mgr, global, "wrapped", &corev1.ComponentStatus{}, int(small+100))) // want RL1003:"runs 44 workers"

	check(setup(mgr, global, fmt.Sprintf("%s", region(2)), &corev1.Namespace{}, 9)) // want RL1003:"controller core/v1.Namespace runs 9 workers"
	lines := &lines{n: 11}                                                          // want RL1003:"controller written runs 12 workers"
	fmt.Fprintln(lines, "set up")
	check(setup(mgr, global, "written", &corev1.Event{}, lines.n))

	check(setup(mgr, global, "processors", &corev1.LimitRange{}, runtime.NumCPU()*2)) // want RL1003:"controller processors runs as many workers as runtime.NumCPU .how many processors there are. says, whatever"

	var once sync.Once
	counted := 3 // want RL1003:"controller once runs 13 workers"
	for range 2 {
		once.Do(func() { counted += 10 })
	}
	check(setup(mgr, global, "once", &corev1.Pod{}, counted))

	n, shift := 1, 3
	check(setup(mgr, global, "shifted", &corev1.ReplicationController{}, 1<<shift)) // want RL1003:"runs 8 workers"
	if runtime.NumCPU() > 4 {
		n = 3
	}
	check(setup(mgr, global, "either", &corev1.PersistentVolume{}, 2*n))
	check(setup(mgr, global, "complement", &corev1.ResourceQuota{}, -^n))
	for i := range 2 {
		check(setup(mgr, global, "shard-"+strconv.Itoa(i), &corev1.PersistentVolumeClaim{}, 4+i)) // want RL1003:"2 controllers .shard-0, shard-1. run 4 or 5 workers each"
	}
	for i, n := range []int{7, 9} { // want RL1003:"runs 7 workers" RL1003:"runs 9 workers"
		check(setup(mgr, global, os.Args[i], &corev1.PodTemplate{}, n))
	}
}

func setup(mgr ctrl.Manager, global *rate.Limiter, name string, kind client.Object, workers int) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(controller.Options{RateLimiter: limits.NewController(), MaxConcurrentReconciles: workers}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global)) // want RL1003:"run 2 or 4 or 6 workers"
}

func setupShards(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("shards").
		For(&corev1.LimitRange{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupConstant(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("constant").
		For(&corev1.ServiceAccount{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
