// Package api has a type of object that holds a program's configuration.
package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// A Config says which controllers run, and how.
type Config struct {
	metav1.TypeMeta
	metav1.ObjectMeta

	Spec ConfigSpec
}

// A ConfigSpec is what people write.
type ConfigSpec struct {
	Secrets bool
	Workers int
}

// DeepCopyObject implements runtime.Object.
func (c *Config) DeepCopyObject() runtime.Object {
	out := *c
	return &out
}
