// Command second has a setting for the rate of its client that reaches the manager's alone: a reconciler has a client of a config of
// its own. Clients that main needs to start, and those made of the same config, are none of its workers'.
package main

import (
	"context"
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

type reconciler struct {
	inert.Reconciler
	clients kubernetes.Interface
}

func main() {
	qps := flag.Float64("kube-client-qps", 50, "requests a second")
	flag.Parse()

	cfg, err := rest.InClusterConfig()
	check(err)
	cfg.QPS = float32(*qps)
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{}) // want RL1000:""
	check(err)

	once, err := rest.InClusterConfig()
	check(err)
	early, err := kubernetes.NewForConfig(once)
	check(err)
	_, err = early.CoreV1().Nodes().List(context.Background(), metav1.ListOptions{})
	check(err)

	own, err := clients()
	check(err)
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&reconciler{clients: own}))
	same, err := kubernetes.NewForConfig(cfg)
	check(err)
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(&reconciler{clients: same}))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func clients() (kubernetes.Interface, error) {
	cfg, err := rest.InClusterConfig() // want RL5002:"a client that is made of this config makes 5 requests a second .burst 10.: flag kube-client-qps does not reach it"
	if err != nil {
		return nil, err
	}
	return kubernetes.NewForConfig(cfg)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
