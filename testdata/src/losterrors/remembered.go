package losterrors

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type remembering struct {
	client.Client
	labelled map[types.NamespacedName]bool
	known    sets.Set[string]
	started  bool
}

func (r *remembering) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !r.labelled[req.NamespacedName] {
		r.labelled[req.NamespacedName] = true // want RL4007:"r.labelled says that this is done before r.Update has done it" RL4011:"without a lock" RL4011:"grows"
		if err := r.Update(ctx, pod); err != nil {
			return ctrl.Result{}, err
		}
	}
	if !r.known.Has(pod.Spec.NodeName) {
		r.known.Insert(pod.Spec.NodeName)
		if err := r.Update(ctx, pod); err != nil {
			r.known.Delete(pod.Spec.NodeName)
			return ctrl.Result{}, err
		}
	}
	if pod.Annotations["hash"] != pod.Spec.NodeName {
		pod.Annotations["hash"] = pod.Spec.NodeName // want RL4007:"pod.Annotations says that this is done before r.Status...Update has done it"
		if err := r.Update(ctx, pod); err != nil {
			return ctrl.Result{}, err
		}
		if err := r.Status().Update(ctx, pod); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, r.start(ctx, pod)
}

func (r *remembering) start(ctx context.Context, pod *corev1.Pod) error {
	if r.started {
		return nil
	}
	r.started = true // want RL4007:"r.started says that this is done"
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	return nil
}

// changing keeps what it has seen last, and what it has made of each object.
type changing struct {
	client.Client
	last string
	seen sync.Map
}

func (r *changing) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		r.seen.Delete(req.Name)
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.apply(ctx, pod.Spec.NodeName); err != nil {
		return ctrl.Result{}, err
	}
	before, ok := r.seen.Load(pod.Name)
	if ok && before != nil {
		if before == pod.Spec.NodeName {
			return ctrl.Result{}, nil
		}
	}
	r.seen.Store(pod.Name, pod.Spec.NodeName) // want RL4007:"r.seen says that this is done before r.Update has done it"
	if err := r.Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (r *changing) apply(ctx context.Context, name string) error {
	if name != r.last {
		r.last = name // want RL4007:"r.last says that this is done before r.Create has done it"
		if err := r.Create(ctx, &corev1.Node{}); err != nil {
			return err
		}
	}
	return nil
}

// oneOf is made for one pass, with the object that this has read.
type oneOf struct {
	client.Client
	pod *corev1.Pod
}

func (o *oneOf) reconcileHash(ctx context.Context) error {
	if _, ok := o.pod.Annotations["hash"]; !ok {
		o.pod.Annotations["hash"] = "none"
		if err := o.Update(ctx, o.pod); err != nil {
			return err
		}
	}
	return nil
}
