package cachedobjects

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// filters change the objects that they are asked about.
var filters = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		before, after := e.ObjectOld.GetAnnotations(), e.ObjectNew.GetAnnotations()
		delete(before, "seen")                  // want RL4014:"this object is the one in the informer's cache"
		delete(after, "seen")                   // want RL4014:"this object is the one in the informer's cache"
		e.ObjectNew.SetManagedFields(nil)       // want RL4014:"this object is the one in the informer's cache"
		delete(e.ObjectNew.GetLabels(), "seen") // want RL4014:"this object is the one in the informer's cache"
		fresh := e.ObjectOld.DeepCopyObject().(*corev1.Pod)
		fresh.Labels = nil
		return len(before) != len(after)
	},
	DeleteFunc: func(e event.DeleteEvent) bool {
		e.Object.SetManagedFields(nil)
		return true
	},
	GenericFunc: func(e event.GenericEvent) bool {
		e.Object.SetManagedFields(nil)
		return true
	},
}

var copying = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		e.ObjectNew = e.ObjectNew.DeepCopyObject().(*corev1.Pod)
		e.ObjectNew.SetManagedFields(nil)
		return true
	},
}

// counts has maps of its own.
func counts(e event.CreateEvent) map[string]int {
	names := map[string]int{}
	for name := range e.Object.GetLabels() {
		names[name]++
	}
	return names
}

func (c *controller) watch(informer cache.SharedInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				return
			}
			pod.Status.Message = "seen" // want RL4014:"this object is the one in the informer's cache"
		},
		UpdateFunc: func(_, obj any) { c.defaulted(obj) }, // want RL4014:"this object is the one in the informer's cache"
		DeleteFunc: c.forget,
	})
	return err
}

func (c *controller) defaulted(obj any) {
	pod := obj.(*corev1.Pod)
	own := pod.DeepCopy()
	scheme.Scheme.Default(own)
	scheme.Scheme.Default(pod)
}

func (c *controller) forget(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = gone.Obj
	}
	pod := obj.(*corev1.Pod).DeepCopy()
	pod.Finalizers = nil
}

func (c *controller) labelled(namespace, name string) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	labels := pod.GetLabels()
	labels["seen"] = "true" // want RL4014:"this object is the one in the informer's cache"
	shared := pod.Annotations
	if shared == nil {
		shared = map[string]string{}
	}
	shared["seen"] = "true" // want RL4014:"this object is the one in the informer's cache"
	return nil
}
