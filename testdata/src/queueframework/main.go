//go:build !cr19

// Command queueframework hands the one of two controllers that its user wants to a framework, which starts it.
package main

import (
	"context"
	"flag"

	"rllint.test/queueframework/framework"
	"rllint.test/queueframework/nodes"
	"rllint.test/queueframework/pods"
)

func main() {
	workers := flag.Int("workers", 5, "")
	kind := flag.String("kind", "pods", "")
	flag.Parse()
	var one framework.Starter
	if *kind == "pods" {
		one = pods.New()
	} else {
		one = nodes.New()
	}
	m := &framework.Manager{}
	m.Add(one)
	m.Run(context.Background(), *workers)
}
