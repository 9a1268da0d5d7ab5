// Package byhand compares objects in handlers of its own.
package byhand

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"rllint.test/updates/byhand/nodes"
)

type watcher struct {
	nodes    corelisters.NodeLister
	services corelisters.ServiceLister
	queue    workqueue.TypedInterface[string]
}

func (w *watcher) watch(factory informers.SharedInformerFactory) {
	_, _ = factory.Core().V1().Nodes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: w.add,
		UpdateFunc: func(old, cur any) { // want RL7001:"no update that changes only Status of a Node passes this handler, and the package reads that .byhand.go:\\d+."
			if nodes.Moved(old.(*corev1.Node), cur.(*corev1.Node)) {
				w.add(cur)
			}
		},
	})
	_, _ = factory.Core().V1().Services().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: w.update}) // want RL7001:"only Status of a Service"
	_, _ = factory.Core().V1().Nodes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(old, cur any) {
		before, after := old.(*corev1.Node), cur.(*corev1.Node)
		if before.ResourceVersion == after.ResourceVersion { // a resync
			return
		}
		w.add(cur)
	}})
	_, _ = factory.Core().V1().Nodes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(old, cur any) {
		if whole(old.(*corev1.Node), cur.(*corev1.Node)) {
			w.add(cur)
		}
	}})
}

// whole compares all that is read.
func whole(old, cur *corev1.Node) bool {
	return nodes.Moved(old, cur) || nodes.Ready(old) != nodes.Ready(cur)
}

func (w *watcher) update(old, cur any) {
	before, ok1 := old.(*corev1.Service)
	after, ok2 := cur.(*corev1.Service)
	if ok1 && ok2 && maps.Equal(before.Spec.Selector, after.Spec.Selector) {
		return
	}
	w.add(cur)
}

func (w *watcher) add(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		w.queue.Add(key)
	}
}

func (w *watcher) work() {
	for {
		key, quit := w.queue.Get()
		if quit {
			return
		}
		w.sync(key)
		w.queue.Done(key)
	}
}

func (w *watcher) sync(key string) {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return
	}
	if node, err := w.nodes.Get(name); err == nil && nodes.Ready(node) {
		println(node.Spec.PodCIDR)
	}
	if service, err := w.services.Services(namespace).Get(name); err == nil && service.Spec.Type == corev1.ServiceTypeLoadBalancer && len(service.Status.Conditions) > 0 {
		println(len(service.Spec.Selector))
	}
}

// other has events of its own, and reads no more of a service than what it compares.
type other struct {
	services corelisters.ServiceLister
	queue    workqueue.TypedInterface[string]
}

func (o *other) watch(factory informers.SharedInformerFactory) {
	_, _ = factory.Core().V1().Services().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(old, cur any) {
		if !maps.Equal(old.(*corev1.Service).Spec.Selector, cur.(*corev1.Service).Spec.Selector) {
			o.queue.Add(cur.(*corev1.Service).Name)
		}
	}})
}
