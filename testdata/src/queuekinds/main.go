//go:build !cr19

// Command queuekinds has controllers whose queues differ in what UsePriorityQueue and NewQueue say: which queue that is decides what
// limits retries where nothing else does.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
)

func main() {
	prioritise := flag.Bool("prioritise", false, "whether queues go by priority")
	flag.Parse()

	plain, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit spans 6 controllers"
	if err != nil {
		log.Fatal(err)
	}
	off := false
	setUp(plain, "default", controller.Options{})
	setUp(plain, "ordered", controller.Options{UsePriorityQueue: &off})
	setUp(plain, "flagged", controller.Options{UsePriorityQueue: prioritise})
	setUp(plain, "its-own", controller.Options{NewQueue: newQueue})

	ordered, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{Controller: config.Controller{UsePriorityQueue: ptr.To(false)}})
	if err != nil {
		log.Fatal(err)
	}
	setUp(ordered, "of-manager", controller.Options{})
	setUp(ordered, "against-manager", controller.Options{UsePriorityQueue: ptr.To(true)})
	select {}
}

func setUp(mgr ctrl.Manager, name string, options controller.Options) {
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Named(name).WithOptions(options).Complete(&inert.Reconciler{}); err != nil {
		log.Fatal(err)
	}
}

func newQueue(name string, limiter workqueue.TypedRateLimiter[reconcile.Request]) workqueue.TypedRateLimitingInterface[reconcile.Request] {
	return workqueue.NewTypedRateLimitingQueueWithConfig(limiter, workqueue.TypedRateLimitingQueueConfig[reconcile.Request]{Name: name})
}
