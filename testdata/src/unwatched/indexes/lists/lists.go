// Package lists asks for lists of objects by an index.
package lists

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Team is an index that the program registers, and Class one that it does not.
const (
	Class = "spec.class"
	Team  = "spec.team"
)

// Reconciler lists pods.
type Reconciler struct{ client.Client }

// Reconcile lists those of a team, of a node and of a class.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.MatchingFields{Team: req.Name}); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.List(ctx, &pods, client.MatchingFields{"spec.nodeName": req.Name}); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.List(ctx, &pods, &client.ListOptions{FieldSelector: fields.OneTermEqualSelector("spec.zone", req.Name)}); err != nil { // want RL7003:"the index spec.zone"
		return ctrl.Result{}, err
	}
	if err := r.List(ctx, &pods, &client.ListOptions{FieldSelector: fields.OneTermEqualSelector(Team, req.Name)}); err != nil {
		return ctrl.Result{}, err
	}
	selector := fields.SelectorFromSet(fields.Set{"spec.rack": req.Name}) // want RL7003:"the index spec.rack"
	if err := r.List(ctx, &pods, client.MatchingFieldsSelector{Selector: selector}); err != nil {
		return ctrl.Result{}, err
	}
	both := fields.Set{"spec.rack": req.Name, "spec.row": req.Name} // by one index that both are in
	if err := r.List(ctx, &pods, client.MatchingFieldsSelector{Selector: both.AsSelector()}, asked(fields.Set{"spec.row": ""})); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.List(ctx, &pods, client.MatchingFields{Class: req.Name}) // want RL7003:"nothing in this program registers the index spec.class: a list by it fails each time"
}

// asked is what the API server is asked for itself.
func asked(set fields.Set) client.ListOption {
	return &client.ListOptions{Raw: &metav1.ListOptions{FieldSelector: set.String()}}
}
