// Command two has five workers for one queue and one for another, both fixed: the five have a request a second each.
package main

import (
	"context"
	"log"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
)

func main() {
	cfg, err := rest.InClusterConfig()
	check(err)
	clientset, err := kubernetes.NewForConfig(cfg) // want RL5001:"the queues of this program have 6 workers, and clients of 5 requests a second"
	check(err)
	pods := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	for range 5 {
		go work(context.Background(), clientset, pods)
	}
	nodes := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	go work(context.Background(), clientset, nodes)
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
