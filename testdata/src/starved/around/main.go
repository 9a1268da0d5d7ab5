// Command around starts all of its program in a goroutine: the client that is made there is one for all workers.
package main

import (
	"flag"
	"log"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
)

func main() {
	workers := flag.Int("workers", 10, "workers of the queue")
	flag.Parse()
	cfg, err := rest.InClusterConfig()
	check(err)
	go run(cfg, *workers)
	select {}
}

func run(cfg *rest.Config, workers int) {
	clientset := kubernetes.NewForConfigOrDie(cfg) // want RL5001:"clients of 5 requests a second"
	q := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	for range workers {
		go work(clientset, q)
	}
}

func work(clientset kubernetes.Interface, q workqueue.TypedRateLimitingInterface[string]) {
	for {
		key, quit := q.Get()
		if quit {
			return
		}
		if _, err := clientset.Discovery().ServerVersion(); err != nil {
			q.AddRateLimited(key)
		} else {
			q.Forget(key)
		}
		q.Done(key)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
