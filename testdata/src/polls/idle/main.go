// Command idle has a flag for polls that is put into the options, and that no set-up hands on. Its other flags are used.
package main

import (
	"flag"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/polls/far"
)

type options struct{ poll, node time.Duration }

func setup(mgr ctrl.Manager, object client.Object, _ options) error {
	return ctrl.NewControllerManagedBy(mgr).For(object).Complete(far.New(mgr))
}

func setupNodes(mgr ctrl.Manager, o options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(far.New(mgr, far.WithInterval(o.node)))
}

func main() {
	poll := flag.Duration("poll", 10*time.Minute, "how often each object is looked at") // want RL2004:"flag poll reaches no controller: 2 controllers .core/v1.Secret, core/v1.Service. poll every 1m0s, a constant in far.New"
	node := flag.Duration("node-poll-interval", 10*time.Minute, "the same of nodes")
	metrics := flag.Duration("metrics-poll-interval", time.Minute, "what else is polled")
	flag.Parse()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit spans 3 controllers"
	if err != nil {
		log.Fatal(err)
	}
	go watch(*metrics)
	o := options{poll: *poll, node: *node}
	if err := setup(mgr, &corev1.Secret{}, o); err != nil {
		log.Fatal(err)
	}
	if err := setup(mgr, &corev1.Service{}, o); err != nil {
		log.Fatal(err)
	}
	if err := setupNodes(mgr, o); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func watch(every time.Duration) {
	for range time.Tick(every) {
		log.Print("still here")
	}
}
