// Package nodes tells of nodes.
package nodes

import (
	corev1 "k8s.io/api/core/v1"
)

// A Teller tells of nodes.
type Teller interface {
	Ready(node *corev1.Node) bool
}

// New returns a Teller.
func New() Teller { return &teller{} }

type teller struct{}

func (t *teller) Ready(node *corev1.Node) bool { return t.is(node, corev1.NodeReady) }

func (*teller) is(node *corev1.Node, typ corev1.NodeConditionType) bool {
	for _, c := range node.Status.Conditions {
		if c.Type == typ {
			return c.Status == corev1.ConditionTrue
		}
	}
	return false
}

// A Keeper keeps what it has told of objects of a type.
type Keeper[T any] interface {
	Ready(T) bool
}

type kept[T any] struct{ of map[string]T }

func (k *kept[T]) Ready(node *corev1.Node) bool { return len(node.Status.Conditions) > len(k.of) }
