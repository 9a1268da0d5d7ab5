package ending

import (
	"context"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// A closer has handlers of its own for the services that it gives a finalizer.
type closer struct {
	kube     kubernetes.Interface
	services corelisters.ServiceLister
	queue    workqueue.TypedInterface[string]
}

func (c *closer) watch(informer cache.SharedInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: c.update}) // want RL7001:"no update that changes only DeletionTimestamp of a Service passes this handler, and the package reads that .byhand.go:\\d+."
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(before, after any) {
		old, cur := before.(*corev1.Service), after.(*corev1.Service)
		if old.DeletionTimestamp == cur.DeletionTimestamp && reflect.DeepEqual(old.Spec, cur.Spec) {
			return
		}
		c.queue.Add(cur.Namespace + "/" + cur.Name)
	}})
}

func (c *closer) update(before, after any) {
	old, cur := before.(*corev1.Service), after.(*corev1.Service)
	if reflect.DeepEqual(old.Spec, cur.Spec) {
		return
	}
	c.queue.Add(cur.Namespace + "/" + cur.Name)
}

func (c *closer) sync(ctx context.Context, namespace, name string) error {
	service, err := c.services.Services(namespace).Get(name)
	if err != nil || service.DeletionTimestamp == nil {
		return err
	}
	service = service.DeepCopy()
	service.Finalizers = nil
	_, err = c.kube.CoreV1().Services(namespace).Update(ctx, service, metav1.UpdateOptions{})
	return err
}

// waits leaves alone a Pod that is being deleted, to which nothing gives a finalizer.
func (c *closer) waits(informer cache.SharedInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(before, after any) {
		old, cur := before.(*corev1.Pod), after.(*corev1.Pod)
		if !reflect.DeepEqual(old.Spec, cur.Spec) {
			c.queue.Add(cur.Namespace + "/" + cur.Name)
		}
	}})
}

func (c *closer) isThere(pod *corev1.Pod) bool { return pod.DeletionTimestamp == nil }
