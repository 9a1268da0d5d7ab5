// Command queuelanes has the workers of a framework, behind lanes in which others pass items on that have no client.
package main

import (
	"context"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	"rllint.test/queuelanes/generated"
)

type pods struct{ client kubernetes.Interface }

func (p *pods) Reconcile(ctx context.Context, key string) error {
	_, err := p.client.Discovery().ServerVersion()
	return err
}

func main() {
	cfg, err := rest.InClusterConfig()
	if err != nil {
		panic(err)
	}
	cfg.QPS = 60
	c := generated.New(&pods{kubernetes.NewForConfigOrDie(cfg)}, "pods")
	c.Run(context.Background(), 2)
}
