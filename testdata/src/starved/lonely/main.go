// Command lonely has a client for itself, and workers that have none: they wait for no client.
package main

import (
	"flag"
	"log"
	"os"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
)

func main() {
	workers := flag.Int("workers", 20, "workers")
	flag.Parse()
	cfg, err := rest.InClusterConfig()
	if err != nil {
		log.Fatal(err)
	}
	clientset, err := kubernetes.NewForConfig(cfg)
	if err != nil {
		log.Fatal(err)
	}
	files := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	for range *workers {
		go work(files)
	}
	if version, err := clientset.Discovery().ServerVersion(); err == nil {
		files.Add(version.String())
	}
	select {}
}

func work(files workqueue.TypedRateLimitingInterface[string]) {
	for {
		name, quit := files.Get()
		if quit {
			return
		}
		if err := os.Remove(name); err != nil {
			files.AddRateLimited(name)
		} else {
			files.Forget(name)
		}
		files.Done(name)
	}
}
