// Command each has workers of its own, as many as people say, and each of them makes its own client.
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
	q := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	for range *workers {
		go work(cfg, q)
	}
	select {}
}

func work(cfg *rest.Config, q workqueue.TypedRateLimitingInterface[string]) {
	clientset := kubernetes.NewForConfigOrDie(cfg)
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
