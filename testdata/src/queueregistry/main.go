//go:build !cr19

// Command queueregistry starts the controllers that packages put into a registry when they are imported.
package main

import (
	"flag"
	"slices"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	"rllint.test/queueregistry/framework"
	_ "rllint.test/queueregistry/nodes"
	_ "rllint.test/queueregistry/pods"
)

func main() {
	workers := flag.Int("workers", 3, "")
	qps := flag.Float64("qps", 20, "")
	only := flag.String("only", "", "")
	flag.Parse()
	cfg, err := rest.InClusterConfig()
	if err != nil {
		panic(err)
	}
	cfg.QPS = float32(*qps)
	o := &framework.Options{Client: kubernetes.NewForConfigOrDie(cfg), Workers: *workers}
	framework.Each(func(c framework.Controller) {
		if *only != "" && !slices.Contains([]string{*only}, c.Name()) {
			return
		}
		if err := c.Initialize(o); err != nil {
			return
		}
		go c.Run(nil)
	})
	select {}
}
