package told

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"rllint.test/losterrors/elsewhere"
)

// handedClient lets its object go whatever a function came to that is handed the client.
type handedClient struct{ client.Client }

func (r *handedClient) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := new(corev1.Pod)
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if _, err := elsewhere.LookUp(r.Client, pod.Spec.NodeName); err != nil { // want RL4007:"the finalizer is removed all the same"
		if pod.DeletionTimestamp != nil {
			log.FromContext(ctx).Error(err, "the other one is gone already")
			controllerutil.RemoveFinalizer(pod, "a")
			return ctrl.Result{}, r.Update(ctx, pod)
		}
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// decides is a filter that makes a request.
func (r *handedClient) decides() predicate.Funcs {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		pod := new(corev1.Pod)
		if err := r.Get(context.TODO(), client.ObjectKeyFromObject(e.ObjectNew), pod); err != nil { // from the cache
			log.Log.Error(err, "not read")
			return false
		}
		if err := r.Update(context.TODO(), pod); err != nil { // want RL4007:"the error of r.Update is lost with the event"
			log.Log.Error(err, "not written")
			return false
		}
		return pod.Spec.NodeName != ""
	}}
}

// popped has a worker on a queue that informers are made of.
type popped struct {
	queue  *cache.FIFO
	client client.Client
}

func (p *popped) run() {
	for {
		if _, err := p.queue.Pop(p.process); err != nil {
			return
		}
	}
}

func (p *popped) process(obj any, _ bool) error {
	if err := p.client.Delete(context.TODO(), obj.(*corev1.Pod)); err != nil { // want RL4007:"the error of p.client.Delete is lost"
		log.Log.Error(err, "not deleted")
	}
	return nil
}
