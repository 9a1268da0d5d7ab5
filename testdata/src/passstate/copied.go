package passstate

import (
	"context"
	"net/http"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	ctrl "sigs.k8s.io/controller-runtime"
)

// copied is a copy in each pass.
type copied struct{ pod *corev1.Pod }

func (c copied) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	c.pod = &corev1.Pod{}
	c.label()
	return ctrl.Result{}, nil
}

func (c copied) label() { c.pod.Labels["app"] = "web" }

var inserted = sets.New[string]()

var common = map[string]string{"app": "web"}

// renamed has a map of the package by another name, and one of what it is a copy of.
type renamed struct{ headers http.Header }

func (r *renamed) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	set := common
	set["name"] = req.Name // want RL4011:"Reconcile writes into the map variable common without a lock"
	r.with(req.Name)
	r.fresh(req.Name)
	inserted.Insert(req.Name) // want RL4011:"Reconcile writes into the map variable inserted without a lock"
	return ctrl.Result{}, nil
}

func (r *renamed) with(name string) *renamed {
	out := *r
	out.headers.Set("X-Name", name) // want RL4011:"Reconcile writes into the map renamed.headers without a lock"
	return &out
}

func (r *renamed) fresh(name string) *renamed {
	out := *r
	out.headers = r.headers.Clone()
	out.headers.Set("X-Name", name)
	return &out
}
