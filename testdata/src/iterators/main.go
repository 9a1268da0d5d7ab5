// Command iterators ranges over set-up functions in each way that Go has to range over
// functions.
package main

import (
	"flag"
	"iter"
	"log"
	"maps"
	"slices"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/iterators/setups"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	if err := setUp(mgr, o); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func setUp(mgr ctrl.Manager, o limits.Options) error {
	for setup := range slices.Values([]setups.Func{setups.Value}) {
		if err := setup(mgr, o); err != nil {
			return err
		}
	}
	for _, setup := range slices.All([]setups.Func{setups.All}) {
		if err := setup(mgr, o); err != nil {
			return err
		}
	}
	for _, setup := range slices.Backward([]setups.Func{setups.Backward}) {
		if err := setup(mgr, o); err != nil {
			return err
		}
	}
	byName := map[string]setups.Func{"values": setups.MapValue}
	for setup := range maps.Values(byName) {
		if err := setup(mgr, o); err != nil {
			return err
		}
	}
	for _, setup := range maps.All(map[string]setups.Func{"all": setups.MapAll}) {
		if err := setup(mgr, o); err != nil {
			return err
		}
	}
	sorted := map[string]setups.Func{"sorted": setups.Sorted}
	for _, name := range slices.Sorted(maps.Keys(sorted)) {
		if err := sorted[name](mgr, o); err != nil {
			return err
		}
	}
	for _, setup := range slices.Collect(slices.Values([]setups.Func{setups.Collected})) {
		if err := setup(mgr, o); err != nil {
			return err
		}
	}
	for setup := range own(setups.Own) {
		if err := setup(mgr, o); err != nil {
			return err
		}
	}
	for setup := range filtered(slices.Values([]setups.Func{setups.Filtered}), func(setups.Func) bool { return true }) {
		if err := setup(mgr, o); err != nil {
			return err
		}
	}
	for chunk := range slices.Chunk([]setups.Func{setups.Chunked}, 2) {
		for _, setup := range chunk {
			if err := setup(mgr, o); err != nil {
				return err
			}
		}
	}
	for setup := range (&registry{list: []setups.Func{setups.Registered}}).each {
		if err := setup(mgr, o); err != nil {
			return err
		}
	}
	return nil
}

func own(list ...setups.Func) iter.Seq[setups.Func] {
	return func(yield func(setups.Func) bool) {
		for _, setup := range list {
			if !yield(setup) {
				return
			}
		}
	}
}

func filtered[T any](all iter.Seq[T], keep func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for x := range all {
			if keep(x) && !yield(x) {
				return
			}
		}
	}
}

type registry struct{ list []setups.Func }

func (r *registry) each(yield func(setups.Func) bool) {
	for _, setup := range r.list {
		if !yield(setup) {
			return
		}
	}
}
