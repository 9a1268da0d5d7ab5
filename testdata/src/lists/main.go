// Command lists takes numbers of workers out of lists that the standard library puts in order, copies and changes.
package main

import (
	"flag"
	"log"
	"maps"
	"os"
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

	ints := []int{5, 2, 9} // want RL1003:"2 controllers .ints, backward. run 2 or 5 or 9 workers"
	sort.Ints(ints)
	setup(mgr, global, "ints", &corev1.ConfigMap{}, ints[0])
	slices.Reverse(ints)
	setup(mgr, global, "backward", &corev1.Secret{}, ints[0])

	classes := []class{{"b", 6}, {"c", 8}, {"a", 7}} // want RL1003:"4 controllers .names, most, original, …. run 3 or 6 or 7 or 8 or 106 or 107 or 108 workers"
	sort.Slice(classes, func(i, j int) bool { return classes[i].name < classes[j].name })
	setup(mgr, global, "names", &corev1.Service{}, classes[0].workers)
	slices.SortFunc(classes, func(a, b class) int { return b.workers - a.workers })
	setup(mgr, global, "most", &corev1.Pod{}, classes[0].workers)

	copied := slices.Clone(classes)
	copied[0].workers = 3
	setup(mgr, global, "original", &corev1.Node{}, classes[0].workers+100)
	setup(mgr, global, "copied", &corev1.Namespace{}, copied[0].workers)

	fewer := slices.Delete([]int{11, 12, 13}, 0, 1) // how many are left is not known
	setup(mgr, global, "fewer", &corev1.Event{}, fewer[0]*len(fewer))
	more := slices.Insert([]int{14, 15}, 1, 16)
	setup(mgr, global, "more", &corev1.Endpoints{}, more[1]*len(more))
	all := slices.Concat([]int{17}, nil, []int{18, 19}) // want RL1003:"controller all runs 57 workers"
	setup(mgr, global, "all", &corev1.LimitRange{}, all[2]*len(all))
	if slices.Contains(all, 20) {
		setup(mgr, global, "never", &corev1.ResourceQuota{}, 20)
	}
	byNumber := map[int]int{2: 21, 1: 22} // want RL1003:"controller keys runs 1 or 21 or 22 workers"
	numbers := []int{}
	for n := range byNumber {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	setup(mgr, global, "keys", &corev1.PodTemplate{}, byNumber[numbers[0]])
	unknownOrders(mgr, global)
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

// some returns 2 and then a 4 for each argument of the program.
func some() []int {
	list := []int{2} // want RL1003:"6 controllers .*part, .* run 2 or 4 workers"
	for range os.Args {
		list = append(list, 4)
	}
	return list
}

type descending []int

func (d descending) Len() int           { return len(d) }
func (d descending) Less(i, j int) bool { return d[i] > d[j] }
func (d descending) Swap(i, j int)      { d[i], d[j] = d[j], d[i] }

// unknownOrders puts lists in orders that are not known, or that nobody knows which elements are where in.
func unknownOrders(mgr ctrl.Manager, global *rate.Limiter) {
	first := func(name string, list []int) { setup(mgr, global, name, &corev1.Pod{}, list[0]) }

	backwards := some()
	slices.Reverse(backwards)
	first("backwards", backwards)
	first("clone", slices.Clone(backwards))
	for i, n := range backwards {
		if i == 0 {
			first("first", []int{n})
		}
	}
	for _, n := range some() {
		first(os.Args[n], []int{n})
	}
	again := make([]int, 1)
	copy(again, backwards)
	first("again", again)
	first("appended", append(backwards, 4))
	first("part", backwards[:1])

	sorted := some()
	sort.Ints(sorted)
	first("sorted", sorted)
	least := some()
	sort.Slice(least, func(i, j int) bool { return least[i] < least[j] })
	first("least", least)
	most := some()
	sort.Sort(descending(most))
	first("largest", most)
	first("values", slices.Sorted(slices.Values(some())))
	collected := slices.Collect(maps.Keys(map[int]bool{2: true, 4: true}))
	first("collected", collected)

	either := []int{2, 4}
	if len(os.Args) > 1 {
		either = []int{4, 2} // want RL1003:"controller either runs 2 or 4 workers"
	}
	slices.Reverse(either)
	first("either", either)
	byName := []class{{os.Args[0], 2}, {os.Args[1], 4}} // want RL1003:"2 controllers .byName, .* run 2 or 4 workers" RL1003:"runs 4 workers"
	sort.Slice(byName, func(i, j int) bool { return byName[i].name < byName[j].name })
	first("byName", []int{byName[0].workers})
	for _, c := range byName {
		first(c.name, []int{c.workers})
	}

	first("deleted", slices.Delete(some(), 0, 1))
	first("inserted", slices.Insert(some(), 0, 4))
	first("replaced", slices.Replace(some(), 0, 1, 4))
	first("concatenated", slices.Concat(some(), []int{4}))
	fewer := []int{2, 2, 4, 5} // want RL1003:"controller left runs 2 or 4 or 5 workers"
	fewer = slices.DeleteFunc(slices.Compact(fewer), func(n int) bool { return n == 5 })
	first("left", fewer[1:])
	first("highest", []int{slices.Max(fewer)})
	third := []int{7, 5, 6} // want RL1003:"controller third runs 5 or 6 or 7 workers"
	sort.Sort(sort.Reverse(sort.IntSlice(third)))
	first("third", third[2:])
}

func setup(mgr ctrl.Manager, global *rate.Limiter, name string, kind client.Object, workers int) {
	err := ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(controller.Options{RateLimiter: limits.NewController(), MaxConcurrentReconciles: workers}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global)) // want RL1003:"10 controllers .*backwards, .* run 2 or 4 workers"
	if err != nil {
		log.Fatal(err)
	}
}
