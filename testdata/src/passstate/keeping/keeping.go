// Package keeping has types that keep what they are handed.
package keeping

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
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

// An Ordered has names in the order in which they came. Whoever uses it takes a lock.
type Ordered struct {
	at    map[string]int
	names []string
}

// Delete leaves a name out.
func (o *Ordered) Delete(name string) {
	if at, ok := o.at[name]; ok {
		o.names[at] = ""
	}
	delete(o.at, name)
}

// Len returns how many names there are.
func (o *Ordered) Len() int { return len(o.at) }

// A Board says what somebody has seen.
type Board struct{ Seen map[string]bool }

// Check registers types in a scheme.
func Check(in *runtime.Scheme) error { return fill(in) }

func fill(in *runtime.Scheme) error { return corev1.AddToScheme(in) }

// Knows only looks into a scheme.
func Knows(in *runtime.Scheme) error {
	_, _, err := in.ObjectKinds(&corev1.Pod{})
	return err
}

// AddOwner looks into a scheme, and adds something to an object.
func AddOwner(in *runtime.Scheme, pod *corev1.Pod) error { return Knows(in) }

// A Registrar registers types when it is asked.
type Registrar struct{ in *runtime.Scheme }

// NewRegistrar keeps a scheme.
func NewRegistrar(in *runtime.Scheme) *Registrar { return &Registrar{in: in} }

// Fill registers types.
func (r *Registrar) Fill() error { return corev1.AddToScheme(r.in) }
