// Package main copies its settings field by field, by reflection. What it sets up depends on them, and how many workers it has.
package main

import (
	"flag"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type features struct {
	Pods    bool
	Workers int
}

var (
	enabled = features{Workers: 1}
	given   features
)

// override sets what is given.
func override(to, from any) {
	dst, src := reflect.ValueOf(to).Elem(), reflect.ValueOf(from).Elem()
	for i := range dst.NumField() {
		if field := src.Field(i); !field.IsZero() {
			dst.Field(i).Set(field)
		}
	}
}

func main() {
	flag.BoolVar(&given.Pods, "pods", false, "")
	flag.IntVar(&given.Workers, "workers", 0, "")
	flag.Parse()
	override(&enabled, &given)

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"has no limit besides its queue.s"
	if err != nil {
		panic(err)
	}
	if enabled.Pods {
		err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(controller.Options{MaxConcurrentReconciles: enabled.Workers}).
			Complete(reconcile.Func(nil))
		if err != nil {
			panic(err)
		}
	}
}
