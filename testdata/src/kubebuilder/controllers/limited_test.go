package controllers

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
)

// TestSetup makes a controller without limits, which is left out: it is made in
// a test.
func TestSetup(t *testing.T) {
	mgr, err := ctrl.NewManager(&rest.Config{}, ctrl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&LimitedReconciler{}); err != nil {
		t.Fatal(err)
	}
}
