// Package setups asks the API server for what it can watch while the program starts.
package setups

import (
	"context"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type reconciler struct {
	client.Client
	mapper meta.RESTMapper
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, client.IgnoreNotFound(r.Get(ctx, req.NamespacedName, &corev1.Pod{}))
}

// has reports whether the API server has a kind.
func has(mapper meta.RESTMapper, kind string) (bool, error) {
	_, err := mapper.RESTMapping(schema.GroupKind{Kind: kind})
	if meta.IsNoMatchError(err) {
		return false, nil
	}
	return err == nil, err
}

func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	b := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{})
	if _, err := r.mapper.RESTMapping(schema.GroupKind{Kind: "ConfigMap"}); err == nil { // want RL4007:"where r.mapper.RESTMapping fails, for"
		b = b.Owns(&corev1.ConfigMap{})
	}
	if _, err := r.mapper.RESTMapping(schema.GroupKind{Kind: "Secret"}); err == nil {
		b = b.Owns(&corev1.Secret{})
	} else if !meta.IsNoMatchError(err) {
		return err
	}
	if ok, err := r.asks(context.Background()); ok && err == nil { // want RL4007:"where r.asks fails"
		b = r.services(b)
	}
	return b.Complete(r)
}

// asks reports whether the API server has any namespaces.
func (r *reconciler) asks(ctx context.Context) (bool, error) {
	list := &corev1.NamespaceList{}
	if err := r.List(ctx, list); err != nil {
		return false, err
	}
	return len(list.Items) > 0, nil
}

func (r *reconciler) services(b *builder.Builder) *builder.Builder {
	for _, kind := range []string{"Service", "Node"} {
		exists, err := has(r.mapper, kind)
		if err != nil || !exists { // want RL4007:"where has fails"
			continue
		}
		b = b.Owns(&corev1.Service{})
	}
	if _, err := r.mapper.RESTMapping(schema.GroupKind{Kind: "Node"}); err != nil { // want RL4007:"where r.mapper.RESTMapping fails"
		return nil
	}
	return b
}

// Setup leaves out what it could not set up.
func Setup(mgr ctrl.Manager) error {
	r := &reconciler{Client: mgr.GetClient(), mapper: mgr.GetRESTMapper()}
	if err := r.SetupWithManager(mgr); err != nil { // want RL4007:"where r.SetupWithManager fails"
		mgr.GetLogger().Error(err, "cannot set it up")
	}
	return mgr.Start(context.Background())
}

// checked is something that the program needs.
type checked struct{ name string }

func newChecked(name string) (*checked, error) {
	if err := os.Chdir(name); err != nil {
		return nil, err
	}
	return &checked{name}, nil
}

func isBeta() (bool, error) {
	if err := os.Chdir("beta"); err != nil {
		return false, err
	}
	return true, nil
}

// orDefault returns one in any case.
func orDefault(name string) (*checked, error) {
	if err := os.Chdir(name); err != nil {
		return &checked{"default"}, err
	}
	return &checked{name}, nil
}

// close does nothing for one that is not there.
func (c *checked) close() {
	if c != nil {
		c.name = ""
	}
}

// Run goes on without some of what it needs, though it ends for most errors.
func Run(mgr ctrl.Manager) error {
	first, err := newChecked("first")
	if err != nil {
		return err
	}
	second, err := newChecked("second")
	if err != nil {
		os.Exit(1)
	}
	third, err := newChecked("third")
	if err != nil { // want RL4007:"where newChecked fails, the program goes on with third, which was never set: end it"
		mgr.GetLogger().Error(err, "cannot make the third")
	}
	fourth, err := newChecked("fourth")
	if err != nil {
		mgr.GetLogger().Error(err, "cannot make the fourth")
	}
	if fourth != nil {
		use(fourth)
	}
	fifth, err := newChecked("fifth")
	if err != nil {
		mgr.GetLogger().Error(err, "ignoring the fifth")
	}
	use(first, second, third, fifth)
	sixth, err := orDefault("sixth")
	if err != nil {
		mgr.GetLogger().Error(err, "cannot make the sixth")
	}
	use(sixth)
	seventh, err := newChecked("seventh")
	if err != nil {
		mgr.GetLogger().Error(err, "cannot make the seventh")
	}
	seventh.close()
	beta, err := isBeta()
	if err != nil { // want RL4007:"where isBeta fails, the program goes on with beta, which was never set"
		mgr.GetLogger().Error(err, "cannot see whether this is beta")
	}
	if beta {
		use(first)
	}
	if err := mgr.AddHealthzCheck("all", nil); err != nil {
		return err
	}
	if err := mgr.AddReadyzCheck("all", nil); err != nil {
		return err
	}
	if err := mgr.AddHealthzCheck("more", nil); err != nil {
		return err
	}
	if err := mgr.AddReadyzCheck("more", nil); err != nil {
		return err
	}
	if err := mgr.AddMetricsServerExtraHandler("/more", nil); err != nil {
		return err
	}
	return mgr.Start(context.Background())
}

func use(...*checked) {}

// Named returns the error of what it begins with a bare return.
func Named(mgr ctrl.Manager) (err error) {
	first, err := newChecked("first")
	if err != nil {
		return
	}
	second, err := newChecked("second")
	if err != nil {
		return
	}
	use(first, second)
	return
}

// Indexed looks at the error of an index, and does nothing about it.
func Indexed(mgr ctrl.Manager) error {
	if err := mgr.GetFieldIndexer().IndexField(context.Background(), &corev1.Pod{}, "spec.node", nil); err != nil { // want RL4007:"IndexField fails, for whatever reason, what is set up here is missing"
	}
	return nil
}
