// Package rendered reads what others hand it.
package rendered

import (
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Password returns that of a secret.
func Password(secret *corev1.Secret) string { return string(secret.Data["password"]) }

// Paused reports whether an object is to be left alone.
func Paused(o client.Object) bool { return o.GetAnnotations()["example.org/halt"] != "" }

// OnHold reports whether annotations say so.
func OnHold(annotations map[string]string) bool { return annotations["example.org/hold"] == "true" }

// Name reads no more than the name.
func Name(o client.Object) string { return o.GetName() }

// Size looks nothing up.
func Size(annotations map[string]string) int { return len(annotations) }
