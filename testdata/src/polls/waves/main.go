// Command waves has reconcilers of two packages that poll in step: a fix spreads them all.
package main

import (
	"context"
	"flag"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/polls/waves/turns"
)

type own struct{ every time.Duration }

func (r *own) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{
		RequeueAfter: r.every,
	}, nil
}

// rest comes back when what is left of a time is over, which is another time for each object.
type rest struct {
	timeout time.Duration
	began   map[string]time.Time
}

func (r *rest) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: r.timeout - time.Since(r.began[req.Name])}, nil
}

func main() {
	poll := flag.Duration("poll", 10*time.Minute, "how often each object is looked at")
	timeout := flag.Duration("timeout", time.Minute, "how long an object may take")
	flag.Parse()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit spans 6 controllers" RL2005:"4 controllers .core/v1.Secret, .* poll after the time that flag poll gives"
	if err != nil {
		log.Fatal(err)
	}
	setUp := func(object client.Object, r reconcile.Reconciler) {
		if err := ctrl.NewControllerManagedBy(mgr).For(object).Complete(r); err != nil {
			log.Fatal(err)
		}
	}
	setUp(&corev1.Secret{}, &turns.Literal{Every: *poll})
	setUp(&corev1.Service{}, &turns.Assigned{Every: *poll})
	setUp(&corev1.Node{}, &turns.Generated{Every: *poll})
	setUp(&corev1.Pod{}, &own{*poll})
	setUp(&corev1.ConfigMap{}, &rest{timeout: *timeout})
	setUp(&corev1.Endpoints{}, &rest{timeout: *timeout})
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
