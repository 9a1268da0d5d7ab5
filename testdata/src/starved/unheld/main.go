// Command unheld makes two clients, and which of them the workers of its queue have is not known.
package main

import (
	"context"
	"flag"
	"log"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
)

type byName struct{ name string }

func main() {
	workers := flag.Int("workers", 20, "workers")
	flag.Parse()
	cfg, err := rest.InClusterConfig()
	check(err)
	once, err := kubernetes.NewForConfig(cfg) // want RL5001:"the queues of this program have as many workers as flag workers says, and clients of 5 requests a second"
	check(err)
	_, err = once.Discovery().ServerVersion()
	check(err)
	clientset, err := kubernetes.NewForConfig(cfg)
	check(err)
	ctx := context.WithValue(context.Background(), byName{"client"}, clientset)

	pods := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	for range *workers {
		go work(ctx, pods)
	}
	select {}
}

func work(ctx context.Context, q workqueue.TypedRateLimitingInterface[string]) {
	for {
		key, quit := q.Get()
		if quit {
			return
		}
		if _, err := ctx.Value(byName{"client"}).(kubernetes.Interface).Discovery().ServerVersion(); err != nil {
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
