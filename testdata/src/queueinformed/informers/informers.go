// Package informers has a factory of informers, as generated code has them.
package informers

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Factory makes informers that several share.
type Factory interface {
	Start(stop <-chan struct{})
	Core() Group
	InformerFor(kind string, make func(kubernetes.Interface) cache.SharedIndexInformer) cache.SharedIndexInformer
}

// A Group has the informers of a group.
type Group interface{ Pods() PodInformer }

// A PodInformer has the informer of pods.
type PodInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() listers.PodLister
}

type factory struct {
	client    kubernetes.Interface
	lock      sync.Mutex
	informers map[string]cache.SharedIndexInformer
}

// NewSharedInformerFactory makes a factory.
func NewSharedInformerFactory(client kubernetes.Interface) Factory {
	return &factory{client: client, informers: make(map[string]cache.SharedIndexInformer)}
}

func (f *factory) InformerFor(kind string, make func(kubernetes.Interface) cache.SharedIndexInformer) cache.SharedIndexInformer {
	f.lock.Lock()
	defer f.lock.Unlock()
	informer, exists := f.informers[kind]
	if exists {
		return informer
	}
	informer = make(f.client)
	f.informers[kind] = informer
	return informer
}

func (f *factory) Start(stop <-chan struct{}) {
	f.lock.Lock()
	defer f.lock.Unlock()
	for _, informer := range f.informers {
		go informer.Run(stop)
	}
}

func (f *factory) Core() Group { return &group{f} }

type group struct{ factory Factory }

func (g *group) Pods() PodInformer { return &podInformer{g.factory} }

type podInformer struct{ factory Factory }

func (p *podInformer) Informer() cache.SharedIndexInformer {
	return p.factory.InformerFor("pods", NewPodInformer)
}

func (p *podInformer) Lister() listers.PodLister {
	return listers.NewPodLister(p.Informer().GetIndexer())
}

// NewPodInformer makes an informer.
func NewPodInformer(client kubernetes.Interface) cache.SharedIndexInformer {
	return cache.NewSharedIndexInformer(&cache.ListWatch{
		ListFunc: func(o metav1.ListOptions) (runtime.Object, error) {
			return client.CoreV1().Pods("").List(context.Background(), o)
		},
		WatchFunc: func(o metav1.ListOptions) (watch.Interface, error) {
			return client.CoreV1().Pods("").Watch(context.Background(), o)
		},
	}, &corev1.Pod{}, 0, cache.Indexers{})
}
