// Command idleqps has settings for the rates of its clients: one is written over a better value by default, one reaches none.
package main

import (
	"flag"
	"log"
	"os"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

type options struct {
	clientQPS float64
	events    float64
}

func main() {
	var o options
	zero := flag.Float64("kube-api-qps", 0, "requests a second")                         // want RL5002:"the default of flag kube-api-qps makes the client slower than without it: client-go's 5 .burst 10. requests a second, where the config had"
	guarded := flag.Float64("member-api-qps", 0, "requests a second, 0 for the default") // nothing is written where it is 0
	flag.Float64Var(&o.clientQPS, "client-qps", 40, "requests a second")                 // want RL5002:"flag client-qps sets the rate of no client: none that is followed takes its QPS from it"
	flag.Float64Var(&o.events, "clientset-qps", 40, "requests a second of the clientset")
	fromEnv, _ := strconv.ParseFloat(os.Getenv("OTHER_API_QPS"), 64)
	fallback := flag.Float64("other-api-qps", fromEnv, "requests a second, of the environment by default")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS = float32(*zero)
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{}) // want RL1000:"no limit"
	check(err)
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{}))

	member := ctrl.GetConfigOrDie()
	if *guarded > 0 {
		member.QPS = float32(*guarded)
	}
	other, err := ctrl.NewManager(member, ctrl.Options{})
	check(err)
	check(ctrl.NewControllerManagedBy(other).For(&corev1.Node{}).Complete(&inert.Reconciler{}))

	own := ctrl.GetConfigOrDie()
	own.QPS = float32(o.events)
	clientset, err := kubernetes.NewForConfig(own)
	check(err)
	log.Print(clientset.LegacyPrefix)

	byDefault := ctrl.GetConfigOrDie()
	byDefault.QPS = float32(*fallback)
	clientset, err = kubernetes.NewForConfig(byDefault)
	check(err)
	log.Print(clientset.LegacyPrefix)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
