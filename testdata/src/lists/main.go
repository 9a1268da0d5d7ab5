// Command lists takes numbers of workers out of lists that the standard library puts in order, copies and changes.
package main

import (
	"flag"
	"log"
	"slices"
	"sort"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

type class struct {
	name    string
	workers int
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(*rps*5), *rps*10
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	global := limits.NewGlobal(*rps)

	ints := []int{5, 2, 9} // want RL1003:"controller ints runs 2 workers" RL1003:"controller backward runs 9 workers"
	sort.Ints(ints)
	setup(mgr, global, "ints", &corev1.ConfigMap{}, ints[0])
	slices.Reverse(ints)
	setup(mgr, global, "backward", &corev1.Secret{}, ints[0])

	classes := []class{{"b", 6}, {"c", 8}, {"a", 7}} // want RL1003:"2 controllers .most, original. run 8 or 108 workers" RL1003:"controller names runs 7 workers"
	sort.Slice(classes, func(i, j int) bool { return classes[i].name < classes[j].name })
	setup(mgr, global, "names", &corev1.Service{}, classes[0].workers)
	slices.SortFunc(classes, func(a, b class) int { return b.workers - a.workers })
	setup(mgr, global, "most", &corev1.Pod{}, classes[0].workers)

	copied := slices.Clone(classes)
	copied[0].workers = 3 // want RL1003:"controller copied runs 3 workers"
	setup(mgr, global, "original", &corev1.Node{}, classes[0].workers+100)
	setup(mgr, global, "copied", &corev1.Namespace{}, copied[0].workers)

	fewer := slices.Delete([]int{11, 12, 13}, 0, 1) // want RL1003:"controller fewer runs 24 workers"
	setup(mgr, global, "fewer", &corev1.Event{}, fewer[0]*len(fewer))
	more := slices.Insert([]int{14, 15}, 1, 16)
	setup(mgr, global, "more", &corev1.Endpoints{}, more[1]*len(more)) // want RL1003:"controller more runs 48 workers"
	all := slices.Concat([]int{17}, nil, []int{18, 19})                // want RL1003:"controller all runs 57 workers"
	setup(mgr, global, "all", &corev1.LimitRange{}, all[2]*len(all))
	if slices.Contains(all, 20) {
		setup(mgr, global, "never", &corev1.ResourceQuota{}, 20)
	}
	byNumber := map[int]int{2: 21, 1: 22} // want RL1003:"controller keys runs 22 workers"
	numbers := []int{}
	for n := range byNumber {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	setup(mgr, global, "keys", &corev1.PodTemplate{}, byNumber[numbers[0]])
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager, global *rate.Limiter, name string, kind client.Object, workers int) {
	err := ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(controller.Options{RateLimiter: limits.NewController(), MaxConcurrentReconciles: workers}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
	if err != nil {
		log.Fatal(err)
	}
}
