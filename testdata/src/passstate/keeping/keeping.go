// Package keeping has types that keep what they are handed.
package keeping

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Base is embedded by reconcilers.
type Base struct{ owner *corev1.Pod }

// Bind keeps an object.
func (b *Base) Bind(owner *corev1.Pod) { b.owner = owner }

// Owner returns what was kept last.
func (b *Base) Owner() *corev1.Pod { return b.owner }

// A Phase is one of several that an object goes through.
type Phase interface {
	Prepare(pod *corev1.Pod)
	Run() error
}

type step struct{ pod *corev1.Pod }

// Prepare keeps an object until Run.
func (s *step) Prepare(pod *corev1.Pod) { s.pod = pod }

// First is a phase.
type First struct{ step }

// Run uses what was kept.
func (f *First) Run() error { return f.pod.Unmarshal(nil) }

// Safe keeps an object under a lock.
type Safe struct {
	mu   sync.Mutex
	last *corev1.Pod
}

// See keeps an object.
func (s *Safe) See(pod *corev1.Pod) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = pod
}

// Last returns what was kept last.
func (s *Safe) Last() *corev1.Pod {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// Known knows objects while they are there.
type Known struct {
	mu  sync.Mutex
	all map[types.NamespacedName]bool
}

// Add remembers an object.
func (k *Known) Add(key types.NamespacedName) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all[key] = true
}

// Remove forgets it.
func (k *Known) Remove(key types.NamespacedName) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.all, key)
}
