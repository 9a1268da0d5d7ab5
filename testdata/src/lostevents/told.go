package lostevents

import (
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// toldOf has a handler that tells of deletions, and handles any.
func toldOf(queue workqueue.TypedInterface[string]) cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		tellOf(obj)
		if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
			queue.Add(key)
		}
	}}
}

func tellOf(obj any) {
	o, err := meta.Accessor(obj)
	if err != nil {
		klog.Errorf("deleted: %s", err.Error())
		return
	}
	klog.Infof("deleted: %s", o.GetName())
}

// handedOn has a handler that is called for deletions, whose helper does more.
func handedOn(queue workqueue.TypedInterface[string]) cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { addOf(queue, obj) }}
}

func addOf(queue workqueue.TypedInterface[string], obj any) {
	o, err := meta.Accessor(obj) // want RL7002:"DeletedFinalStateUnknown"
	if err != nil {
		klog.Errorf("deleted: %s", err.Error())
		return
	}
	queue.Add(o.GetName())
}
