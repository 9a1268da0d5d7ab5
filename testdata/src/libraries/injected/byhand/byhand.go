// Package byhand has a container of its own, which goes by reflection.
package byhand

import (
	"context"
	"log"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// A container calls functions with the results of others.
type container struct {
	functions []reflect.Value
	values    map[reflect.Type]reflect.Value
}

func (c *container) add(functions ...any) {
	for _, f := range functions {
		c.functions = append(c.functions, reflect.ValueOf(f))
	}
}

func (c *container) run() {
	for _, f := range c.functions {
		args := make([]reflect.Value, f.Type().NumIn())
		for i := range args {
			args[i] = c.values[f.Type().In(i)]
		}
		for _, result := range f.Call(args) {
			if err, failed := result.Interface().(error); failed {
				log.Fatal(err)
			}
			c.values[result.Type()] = result
		}
	}
}

// options are the limits of the package's controllers.
type options struct{ Workers int }

func newOptions() options { return options{Workers: 4} }

func newManager() ctrl.Manager {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return mgr
}

// Run runs the functions of the package.
func Run() {
	c := &container{values: make(map[reflect.Type]reflect.Value)}
	c.add(newOptions, newManager, setup)
	c.run()
}

func setup(mgr ctrl.Manager, o options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("by-hand").
		For(&corev1.Node{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: o.Workers}).
		Complete(&reconciler{})
}

type reconciler struct{}

func (*reconciler) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}
