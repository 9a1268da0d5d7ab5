// Command polls has controllers that poll a far side. Most take the interval from --poll; what keeps the default of the library does not
// get it, and what sets an interval of its own is meant so.
package main

import (
	"flag"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/polls/far"
	"rllint.test/polls/kinds"
)

type options struct{ poll time.Duration }

func setupServices(mgr ctrl.Manager, o options) error {
	return complete(mgr, &corev1.Service{}, far.New(mgr, far.WithInterval(o.poll), far.WithJitter(time.Second)))
}

func setupSecrets(mgr ctrl.Manager, o options) error {
	return complete(mgr, &corev1.Secret{}, far.New(mgr, far.WithInterval(o.poll)))
}

func setupNodes(mgr ctrl.Manager, o options) error {
	// No option for jitter is added beside one that it may replace.
	return complete(mgr, &corev1.Node{}, far.New(mgr, far.WithInterval(o.poll), far.WithIntervalHook(func(d time.Duration) time.Duration { return d / 2 })))
}

func setupPods(mgr ctrl.Manager, o options) error {
	return complete(mgr, &corev1.Pod{}, far.New(mgr, far.WithInterval(2*o.poll)))
}

func setupConfigMaps(mgr ctrl.Manager, o options) error {
	options := []far.Option{
		far.WithObserver(nil),
		far.WithInterval(o.poll),
	}
	return complete(mgr, &corev1.ConfigMap{}, far.New(mgr, options...))
}

func setupVolumes(mgr ctrl.Manager, _ options) error {
	return complete(mgr, &corev1.PersistentVolume{}, far.New(mgr)) // want RL2004:"controller core/v1.PersistentVolume polls every 1m0s, a constant in far.New: 5 of 6 take their interval from flag poll"
}

func setupEndpoints(mgr ctrl.Manager, _ options) error {
	return complete(mgr, &corev1.Endpoints{}, far.New(mgr, far.WithInterval(time.Hour)))
}

func setupClaims(mgr ctrl.Manager, o options) error {
	helped := &kinds.Helped{}
	helped.Options.Interval = o.poll
	return complete(mgr, &corev1.PersistentVolumeClaim{}, helped)
}

func complete(mgr ctrl.Manager, object client.Object, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).For(object).Complete(r)
}

func main() {
	poll := flag.Duration("poll", 10*time.Minute, "how often each object is looked at")
	flag.Parse()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit spans 11 controllers" RL2005:"4 controllers .core/v1.Secret, .* poll after the time that flag poll gives, always the same"
	if err != nil {
		log.Fatal(err)
	}
	o := options{poll: *poll}
	for _, setup := range []func(ctrl.Manager, options) error{
		setupServices, setupSecrets, setupNodes, setupPods, setupConfigMaps, setupVolumes, setupEndpoints, setupClaims,
	} {
		if err := setup(mgr, o); err != nil {
			log.Fatal(err)
		}
	}
	for object, r := range map[client.Object]reconcile.Reconciler{
		&corev1.Namespace{}:      &kinds.Waiting{},
		&corev1.ServiceAccount{}: &kinds.Failing{},
		&corev1.Event{}:          &kinds.Stepping{},
	} {
		if err := complete(mgr, object, r); err != nil {
			log.Fatal(err)
		}
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
