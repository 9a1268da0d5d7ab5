// Package api has a type whose objects have no namespace.
package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// An Authority is for the whole cluster.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster
type Authority struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

// DeepCopyObject copies it.
func (a *Authority) DeepCopyObject() runtime.Object {
	copied := *a
	return &copied
}

// A Certificate is in a namespace.
//
// +kubebuilder:object:root=true
type Certificate struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

// DeepCopyObject copies it.
func (c *Certificate) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}
