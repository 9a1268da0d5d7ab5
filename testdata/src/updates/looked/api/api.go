// Package api has a type of objects of its own.
package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// The annotations that users set.
const (
	RefreshKey = "example.org/refresh"
	AbortKey   = "example.org/abort"
)

// A Stage is an object that a controller is for.
type Stage struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Spec   StageSpec
	Status StageStatus
}

// A StageSpec is what users want.
type StageSpec struct {
	Mode     string
	Replicas int
	Limits   struct{ Size int }
}

// A StageStatus is what there is.
type StageStatus struct {
	Phase string
}

// SetPhase sets the phase, and reports whether it was another one.
func (s *StageStatus) SetPhase(phase string) bool {
	changed := s.Phase != phase
	s.Phase = phase
	return changed
}

// DeepCopyObject is runtime.Object's.
func (s *Stage) DeepCopyObject() runtime.Object { c := *s; return &c }

// Refresh returns what a refresh is asked for with.
func Refresh(annotations map[string]string) (string, bool) {
	v, ok := annotations[RefreshKey]
	return v, ok
}

// Abort returns what an abort is asked for with.
func Abort(annotations map[string]string) (string, bool) {
	v, ok := annotations[AbortKey]
	return v, ok
}
