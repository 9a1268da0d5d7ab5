// Command unread limits its client by options that a function makes which is not read, so that it is not known which flag fills them.
package main

import (
	"context"
	"log"

	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"

	"rllint.test/idleqps/unread/options"
)

func main() {
	o, err := options.NewHub()
	if err != nil {
		log.Fatal(err)
	}
	o.AddFlags(pflag.CommandLine)
	pflag.Parse()
	cfg, err := rest.InClusterConfig()
	if err != nil {
		log.Fatal(err)
	}
	cfg.QPS = o.Connection.QPS
	client := kubernetes.NewForConfigOrDie(cfg)
	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	for {
		key, quit := queue.Get()
		if quit {
			return
		}
		if err := client.CoreV1().Pods("").Delete(context.Background(), key, metav1.DeleteOptions{}); err != nil {
			queue.AddRateLimited(key)
		} else {
			queue.Forget(key)
		}
		queue.Done(key)
	}
}
