// Command queue has workers of its own, as many as people say, and a client at client-go's default.
package main

import (
	"context"
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
	clientset, err := kubernetes.NewForConfig(cfg) // want RL5001:"the queues of this program have as many workers as flag workers says, and clients of 5 requests a second .burst 10., client-go's default, for a rest.Config of rest.InClusterConfig, that nothing sets"
	check(err)
	q := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	for range *workers {
		go work(context.Background(), clientset, q)
	}
	select {}
}

func work(ctx context.Context, clientset kubernetes.Interface, q workqueue.TypedRateLimitingInterface[string]) {
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
