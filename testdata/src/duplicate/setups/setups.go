// Package setups sets controllers up one by one and together: only together two take one name.
package setups

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Claims sets up the controller of claims.
func Claims(mgr ctrl.Manager, o limits.Options) error { return setupClaims(mgr, o) }

// Events sets up the controller of events.
func Events(mgr ctrl.Manager, o limits.Options) error { return setupEvents(mgr, o) }

// Together sets up both.
func Together(mgr ctrl.Manager, o limits.Options) error {
	if err := setupClaims(mgr, o); err != nil { // want RL2002:"controller storage has the name of another controller of the manager .see setups.go:24.: .*unless SkipNameValidation is set"
		return err
	}
	return setupVolumes(mgr, o) // want RL2002:"controller storage has the name of another controller of the manager .see setups.go:21"
}

// Volumes sets up the controller of volumes.
func Volumes(mgr ctrl.Manager, o limits.Options) error { return setupVolumes(mgr, o) }

// Each sets up a controller for each of its names, as only a manager lets it that passes over the names of controllers.
func Each(mgr ctrl.Manager, o limits.Options) error {
	for range 2 {
		if err := setup(mgr, o, "pods", &corev1.Pod{}); err != nil {
			return err
		}
	}
	return nil
}

func setupClaims(mgr ctrl.Manager, o limits.Options) error {
	return setup(mgr, o, "storage", &corev1.PersistentVolumeClaim{})
}

func setupEvents(mgr ctrl.Manager, o limits.Options) error {
	return setup(mgr, o, "events", &corev1.Event{})
}

func setupVolumes(mgr ctrl.Manager, o limits.Options) error {
	return setup(mgr, o, "storage", &corev1.PersistentVolume{})
}

func setup(mgr ctrl.Manager, o limits.Options, name string, kind client.Object) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
