// Command ownlimiter makes a limiter of its own of the setting for its client's rate: what becomes of the setting is not known.
package main

import (
	"context"
	"flag"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

// A gate lets one request through each interval.
type gate struct {
	interval time.Duration
	next     time.Time
}

func (g *gate) TryAccept() bool { return time.Now().After(g.next) }
func (g *gate) QPS() float32    { return float32(time.Second) / float32(g.interval) }
func (g *gate) Stop()           {}
func (g *gate) Accept() {
	time.Sleep(time.Until(g.next))
	g.next = time.Now().Add(g.interval)
}

func (g *gate) Wait(context.Context) error {
	g.Accept()
	return nil
}

func main() {
	qps := flag.Float64("client-qps", 40, "requests a second")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{}) // want RL1000:""
	check(err)
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{}))

	gated := ctrl.GetConfigOrDie()
	gated.RateLimiter = &gate{interval: time.Duration(float64(time.Second) / *qps)}
	clientset, err := kubernetes.NewForConfig(gated)
	check(err)
	log.Print(clientset.LegacyPrefix)
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
