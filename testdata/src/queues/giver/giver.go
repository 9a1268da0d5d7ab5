// Package giver gives a queue its limiter.
package giver

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"rllint.test/queues/given"
)

type giver struct{ queue *given.Queue }

func newGiver() *giver { return &giver{given.New(given.Limiter())} }

func (c *giver) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			c.queue.Enqueue(obj) // want RL6005:"counts it as a failure: the item waits for the limiter$"
		},
		UpdateFunc: func(_, obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				c.queue.Name(pod.Name) // want RL6005:"counts it as a failure: the item waits for the limiter, and longer with each event"
			}
		},
	})
}

// A writer writes something to elsewhere for each event, as fast as its queue allows.
type writer struct{ queue *given.Asking }

func (w *writer) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				w.queue.Write(false, pod.Name)
			}
		},
	})
}
