// Command queue copies its setting for the rate of the client into options that nobody reads.
package main

import (
	"context"
	"flag"
	"log"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
)

type options struct{ QPS float32 }

type worker struct {
	queue   workqueue.TypedRateLimitingInterface[string]
	client  kubernetes.Interface
	options options
}

func main() {
	qps := flag.Float64("kube-api-qps", 20, "requests a second")
	flag.Parse()

	cfg, err := rest.InClusterConfig() // want RL5002:"a client that is made of this config makes 5 requests a second .burst 10.: flag kube-api-qps does not reach it"
	if err != nil {
		log.Fatal(err)
	}
	client, err := kubernetes.NewForConfig(cfg)
	if err != nil {
		log.Fatal(err)
	}
	w := &worker{client: client, options: options{QPS: float32(*qps)}}
	w.queue = workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	for range 10 {
		go w.run(context.Background())
	}
	select {}
}

func (w *worker) run(ctx context.Context) {
	for {
		key, stop := w.queue.Get()
		if stop {
			return
		}
		if err := w.client.CoreV1().RESTClient().Get().Name(key).Do(ctx).Error(); err != nil {
			w.queue.AddRateLimited(key)
		} else {
			w.queue.Forget(key)
		}
		w.queue.Done(key)
	}
}
