package main

import (
	"context"
	"errors"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/workqueue"
)

// A tellingInformer is no informer: it has a queue, and what handles its items has a client.
type tellingInformer struct {
	queue workqueue.TypedRateLimitingInterface[string]
	tell  func(key string) error
}

func newTold(client kubernetes.Interface) *tellingInformer {
	told, err := NewTellingInformer(func(key string) error {
		return client.CoreV1().Pods(key).DeleteCollection(context.Background(), metav1.DeleteOptions{}, metav1.ListOptions{})
	})
	check(err)
	return told
}

// NewTellingInformer is named as generated code names what makes an informer.
func NewTellingInformer(tell func(key string) error) (*tellingInformer, error) {
	if tell == nil {
		return nil, errors.New("nobody is told")
	}
	return &tellingInformer{tell: tell, queue: workqueue.NewTypedRateLimitingQueueWithConfig(
		workqueue.DefaultTypedControllerRateLimiter[string](), workqueue.TypedRateLimitingQueueConfig[string]{Name: "told"})}, nil
}

func (t *tellingInformer) start(stop <-chan struct{}) { go wait.Until(t.work, time.Second, stop) }

func (t *tellingInformer) work() {
	for {
		key, quit := t.queue.Get()
		if quit {
			return
		}
		if err := t.tell(key); err != nil {
			t.queue.AddRateLimited(key)
		} else {
			t.queue.Forget(key)
		}
		t.queue.Done(key)
	}
}
