// Package main hands its settings to a function that is not read, behind a field that is exported and behind one that is not.
package main

import (
	"net/rpc"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type options struct{ Workers int }

type private struct {
	options *options
	deeper  struct{ Inner *options }
}

type public struct{ Options *options }

func add(mgr ctrl.Manager, name string, workers int) {
	err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Named(name).WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(reconcile.Func(nil))
	if err != nil {
		panic(err)
	}
}

func main() {
	config := ctrl.GetConfigOrDie()
	config.QPS = -1
	mgr, err := ctrl.NewManager(config, ctrl.Options{}) // want RL1000:"no limit spans 3 controllers"
	if err != nil {
		panic(err)
	}
	kept, open := &private{options: &options{Workers: 3}}, &public{Options: &options{Workers: 4}}
	kept.deeper.Inner = &options{Workers: 5}
	if err := rpc.Register(kept); err != nil {
		panic(err)
	}
	if err := rpc.Register(open); err != nil {
		panic(err)
	}
	add(mgr, "kept", kept.options.Workers)
	add(mgr, "deeper", kept.deeper.Inner.Workers)
	add(mgr, "open", open.Options.Workers)
}
