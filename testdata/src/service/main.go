// Command service has reconcilers that hand their object to a helper, and limits what it asks of a service outside the cluster. That
// limit is none of the reconciles.
package main

import (
	"context"
	"log"
	"os"
	"strconv"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func main() {
	limit, err := strconv.Atoi(os.Getenv("SERVICE_RATE_LIMIT"))
	check(err)
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit"
	check(err)
	s := &service{client: mgr.GetClient(), limiter: rate.NewLimiter(rate.Limit(limit), 10)}
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&pods{s}))
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(&secrets{s}))
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(&nodes{s}))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

// service is what the reconcilers bring their objects to.
type service struct {
	client  client.Client
	limiter *rate.Limiter
}

// Reconcile has the name of a reconciler's method, and takes an object.
func (s *service) Reconcile(ctx context.Context, obj client.Object) (ctrl.Result, error) {
	return ctrl.Result{}, s.client.Update(ctx, obj)
}

type pods struct{ service *service }

func (r *pods) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.service.client.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.service.limiter.Wait(ctx); err != nil {
		return ctrl.Result{}, err
	}
	return r.service.Reconcile(ctx, &pod)
}

type secrets struct{ service *service }

func (r *secrets) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var secret corev1.Secret
	if err := r.service.client.Get(ctx, req.NamespacedName, &secret); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.service.limiter.Wait(ctx); err != nil {
		return ctrl.Result{}, err
	}
	return r.service.Reconcile(ctx, &secret)
}

// nodes needs nothing of the service.
type nodes struct{ service *service }

func (r *nodes) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var node corev1.Node
	return ctrl.Result{}, client.IgnoreNotFound(r.service.client.Get(ctx, req.NamespacedName, &node))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
