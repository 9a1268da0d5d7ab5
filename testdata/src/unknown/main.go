// Command unknown gets its limits in ways that cannot be followed: nothing is
// known, so nothing is reported.
package main

import (
	"context"
	"flag"
	"log"
	"plugin"
	"reflect"
	"sync"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/limits"
)

type key struct{}

// A Source is implemented by plugins only.
type Source interface {
	Options() controller.Options
	Reconciler(kind string) reconcile.Reconciler
}

var pool sync.Map

func main() {
	flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	source := open()

	check(fromContext(context.Background(), mgr, source))
	check(setup(mgr, "plugin", &corev1.ConfigMap{}, source.Options(), source.Reconciler("ConfigMap")))
	received := <-channel(source)
	check(setup(mgr, "channel", &corev1.Secret{}, received, source.Reconciler("Secret")))
	if stored, ok := pool.Load("service"); ok {
		check(setup(mgr, "pool", &corev1.Service{}, stored.(controller.Options), source.Reconciler("Service")))
	}
	called := reflect.ValueOf(source).MethodByName("Options").Call(nil)[0].Interface().(controller.Options)
	check(setup(mgr, "reflect", &corev1.Pod{}, called, source.Reconciler("Pod")))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func open() Source {
	p, err := plugin.Open("limits.so")
	check(err)
	symbol, err := p.Lookup("Source")
	check(err)
	return symbol.(Source)
}

func channel(source Source) chan controller.Options {
	c := make(chan controller.Options, 1)
	go func() { c <- source.Options() }()
	return c
}

func fromContext(ctx context.Context, mgr ctrl.Manager, source Source) error {
	o, ok := ctx.Value(key{}).(limits.Options)
	if !ok {
		return nil
	}
	return ctrl.NewControllerManagedBy(mgr).
		Named("context").
		For(&corev1.Node{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(source.Reconciler("Node"), o.Global))
}

func setup(mgr ctrl.Manager, name string, kind client.Object, o controller.Options, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind).WithOptions(o).Complete(r)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
