// Package cluster sets up the controllers of objects without a namespace.
package cluster

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/duplicate/scopes/apis/cluster"
	"rllint.test/inert"
)

// Setup sets up all of them.
func Setup(mgr ctrl.Manager) error {
	for name, kind := range map[string]client.Object{
		cluster.ProjectKind:      &corev1.Pod{},
		cluster.GroupKind:        &corev1.Node{},
		cluster.ProjectGroupKind: &corev1.Event{},
	} {
		if err := ctrl.NewControllerManagedBy(mgr).
			Named("managed/" + strings.ToLower(name)).
			For(kind).
			Complete(&inert.Reconciler{}); err != nil {
			return err
		}
	}
	return nil
}
