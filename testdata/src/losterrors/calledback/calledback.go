// Package calledback has what the workers of a framework of the program's own call by an interface.
package calledback

import (
	"context"
	"log"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"rllint.test/losterrors/calledback/framework"
)

type syncer struct {
	client kubernetes.Interface
}

// Start starts a worker.
func Start(ctx context.Context, client kubernetes.Interface, informer cache.SharedIndexInformer) {
	limiter := workqueue.DefaultTypedControllerRateLimiter[[2]string]()
	queue := workqueue.NewTypedRateLimitingQueue(limiter)
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if o, ok := obj.(metav1.Object); ok {
			queue.Add([2]string{o.GetNamespace(), o.GetName()})
		}
	}})
	go (&framework.Runner{Queue: queue, Syncer: &syncer{client: client}}).Run(ctx)
}

// Sync deletes a pod.
func (s *syncer) Sync(ctx context.Context, namespace, name string) error {
	if err := s.client.CoreV1().Pods(namespace).Delete(ctx, name, metav1.DeleteOptions{}); err != nil { // want RL4007:"the error of Delete is lost"
		log.Println("could not delete it", err)
	}
	return nil
}

// Describe says what it is.
func (s *syncer) Describe() string { return "deletes pods" }

type processor struct {
	client kubernetes.Interface
}

// StartProcessor starts a worker that is made with a method of an interface.
func StartProcessor(ctx context.Context, client kubernetes.Interface, informer cache.SharedIndexInformer) {
	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[types.NamespacedName]())
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if o, ok := obj.(metav1.Object); ok {
			queue.Add(cache.MetaObjectToName(o).AsNamespacedName())
		}
	}})
	go framework.NewWorker(queue, &processor{client: client}).Run(ctx)
}

// ProcessItem deletes a pod.
func (p *processor) ProcessItem(ctx context.Context, key types.NamespacedName) error {
	return p.remove(ctx, key.Namespace, key.Name)
}

func (p *processor) remove(ctx context.Context, namespace, name string) error {
	if err := p.client.CoreV1().Pods(namespace).Delete(ctx, name, metav1.DeleteOptions{}); err != nil { // want RL4007:"the error of Delete is lost"
		log.Println("could not delete it", err)
	}
	return nil
}
