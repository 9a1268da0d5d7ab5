// Command registering gets its handlers from a package that only knows an interface of the framework: the queue is made where that
// calls a method of it.
package main

import (
	corev1 "k8s.io/api/core/v1"

	"rllint.test/registering/events"
	"rllint.test/registering/setup"
)

func main() {
	f := &events.Factory{}
	setup.Register(events.For(f, func(string) *corev1.Pod { return &corev1.Pod{} }))
	f.Start(3)
	select {}
}
