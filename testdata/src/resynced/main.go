// Command resynced has informers that hand out all objects twice a minute.
package main

import (
	"log"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/resynced/pods"
)

func main() {
	factory := informers.NewSharedInformerFactory(kubernetes.NewForConfigOrDie(ctrl.GetConfigOrDie()), 30*time.Second)
	c, err := pods.New(factory.Core().V1().Pods().Informer())
	if err != nil {
		log.Fatal(err)
	}
	factory.Start(nil)
	c.Run(func(string) error { return nil })
}
