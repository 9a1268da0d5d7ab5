// Command queuegot gets its controllers from a factory that keeps them by resource, one of them twice. They share its limiter.
package main

import (
	"context"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"

	"rllint.test/queuegot/factory"
)

func main() {
	cfg, err := rest.InClusterConfig()
	if err != nil {
		panic(err)
	}
	cfg.QPS = 60
	client, err := rest.UnversionedRESTClientFor(cfg)
	if err != nil {
		panic(err)
	}
	f := factory.New(client)
	pods := f.Get(schema.GroupVersionKind{Version: "v1", Kind: "Pod"}, "pods")
	nodes := f.Get(schema.GroupVersionKind{Version: "v1", Kind: "Node"}, "nodes")
	pods.Handle(func(string) error { return nil })
	nodes.Handle(func(string) error { return nil })
	nodes.Handle(func(string) error { return nil })
	again := f.Get(schema.GroupVersionKind{Version: "v1", Kind: "Node"}, "nodes")
	again.Handle(func(string) error { return nil })
	f.Start(context.Background(), 3)
	select {}
}
