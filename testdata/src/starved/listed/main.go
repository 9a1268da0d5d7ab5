// Command listed makes its queues where one client lists what is there, and its workers have clients of their own.
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
	lister := client(cfg)
	pods, nodes := filled(lister), filled(lister)
	podClient, nodeClient := client(rest.CopyConfig(cfg)), client(rest.CopyConfig(cfg))
	for range 4 {
		go work(context.Background(), podClient, pods)
	}
	for range 4 {
		go work(context.Background(), nodeClient, nodes)
	}
	select {}
}

func client(cfg *rest.Config) kubernetes.Interface {
	clientset, err := kubernetes.NewForConfig(cfg) // want RL5001:"1 queue of this program has 4 workers"
	check(err)
	return clientset
}

func filled(lister kubernetes.Interface) workqueue.TypedRateLimitingInterface[string] {
	q := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	if version, err := lister.Discovery().ServerVersion(); err == nil {
		q.Add(version.String())
	}
	return q
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
