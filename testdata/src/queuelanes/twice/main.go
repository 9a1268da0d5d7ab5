// Command twice has a controller of a library with two queues that one limiter delays.
package main

import (
	"context"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	"rllint.test/queuelanes/twice/generated"
)

func main() {
	cfg, err := rest.InClusterConfig()
	if err != nil {
		panic(err)
	}
	cfg.QPS = 60
	c := generated.New(kubernetes.NewForConfigOrDie(cfg))
	c.Run(context.Background(), 4)
}
