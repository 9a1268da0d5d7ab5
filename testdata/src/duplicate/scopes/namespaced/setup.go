// Package namespaced sets up the controllers of objects in a namespace.
package namespaced

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/duplicate/scopes/apis/namespaced"
	"rllint.test/inert"
)

// Setup sets up all of them.
func Setup(mgr ctrl.Manager) error {
	for name, kind := range map[string]client.Object{
		namespaced.ProjectKind:      &corev1.Secret{},
		namespaced.GroupKind:        &corev1.Service{},
		namespaced.ProjectGroupKind: &corev1.ConfigMap{},
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
