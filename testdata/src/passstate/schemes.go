package passstate

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/passstate/keeping"
)

// schemes registers types in schemes that others look into.
type schemes struct {
	client.Client
	scheme *runtime.Scheme
}

func (r *schemes) setup(mgr ctrl.Manager) error {
	if err := batchv1.AddToScheme(mgr.GetScheme()); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(r)
}

func (r *schemes) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := corev1.AddToScheme(r.scheme); err != nil { // want RL4011:"Reconcile registers types in the scheme schemes.scheme, into which others look without a lock: with more than one worker the program can crash; register them before the manager starts"
		return ctrl.Result{}, err
	}
	clientgoscheme.Scheme.AddKnownTypes(corev1.SchemeGroupVersion, &corev1.Pod{}) // want RL4011:"Reconcile registers types in the scheme clientgoscheme.Scheme"
	own := runtime.NewScheme()
	if err := appsv1.AddToScheme(own); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, keeping.Check(own)
}

// fills makes a scheme where it has none.
type fills struct {
	client.Client
	scheme *runtime.Scheme
}

func (r *fills) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if r.scheme == nil {
		r.scheme = runtime.NewScheme()
		if err := corev1.AddToScheme(r.scheme); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, keeping.Knows(r.scheme)
}

// checks has it done by a function of another package.
type checks struct{ client.Client }

func (c *checks) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, keeping.Check(c.Scheme()) // want RL4011:"Reconcile registers types in the scheme checks.Scheme..,"
}

// looking only looks into the scheme.
type looking struct{ client.Client }

func (r *looking) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := keeping.Knows(r.Client.Scheme()); err != nil {
		return ctrl.Result{}, err
	}
	if err := keeping.AddOwner(r.Client.Scheme(), &corev1.Pod{}); err != nil || keeping.NewRegistrar(r.Client.Scheme()) == nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}
