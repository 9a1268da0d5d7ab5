package passstate

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// told is told of Pods, and still knows those that are gone.
type told struct {
	mu     sync.Mutex
	owners map[podKey]*corev1.Pod
	names  map[string]bool
	nodes  map[string]bool
	renews map[podKey]bool
}

type podKey struct{ Namespace, Name string }

func (t *told) register(pods cache.SharedInformer) error {
	_, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.added, UpdateFunc: t.updated})
	return err
}

func (t *told) added(obj any) {
	pod := obj.(*corev1.Pod)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.owners[podKey{pod.Namespace, pod.Name}] = pod // want RL4011:"told.owners has an entry for each object"
	t.keep(pod.Namespace+"/"+pod.Name, pod.Spec.NodeName)
}

func (t *told) updated(_, obj any) {
	pod := obj.(*corev1.Pod)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.owners[podKey{pod.Namespace, pod.Name}] = nil // the entry stays
	t.renews[podKey{pod.Namespace, pod.Name}] = true
}

func (t *told) keep(name, node string) {
	if t.names == nil {
		t.names = make(map[string]bool)
	}
	t.names[name] = true // want RL4011:"told.names has an entry for each object"
	t.nodes[node] = true
	if len(t.renews) > 1000 {
		t.renews = make(map[podKey]bool)
	}
}
