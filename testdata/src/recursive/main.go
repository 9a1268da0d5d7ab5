// Command recursive has set-up functions that call themselves and each other.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/inert"
	"rllint.test/limits"
)

// A Node sets controllers up, and those of its children.
type Node struct {
	name     string
	children []*Node
}

// Setup adds the controllers of n and of its children to mgr.
func (n *Node) Setup(mgr ctrl.Manager, o limits.Options) error {
	for _, child := range n.children {
		if err := child.Setup(mgr, o); err != nil {
			return err
		}
	}
	return ctrl.NewControllerManagedBy(mgr).
		Named(n.name).
		For(&corev1.ConfigMap{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupEven(mgr ctrl.Manager, o limits.Options, n int) error {
	if n == 0 {
		return nil
	}
	err := ctrl.NewControllerManagedBy(mgr).
		Named(fmt.Sprintf("even-%d", n)).
		For(&corev1.Secret{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
	if err != nil {
		return err
	}
	return setupOdd(mgr, o, n-1)
}

func setupOdd(mgr ctrl.Manager, o limits.Options, n int) error {
	err := ctrl.NewControllerManagedBy(mgr).
		Named(fmt.Sprintf("odd-%d", n)).
		For(&corev1.Service{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
	if err != nil {
		return err
	}
	return setupEven(mgr, o, n-1)
}

// setupEach goes down a list, which is longer than a recursion is followed of which nothing is known.
func setupEach(mgr ctrl.Manager, o limits.Options, kinds []client.Object) error {
	if len(kinds) == 0 {
		return nil
	}
	err := ctrl.NewControllerManagedBy(mgr).
		For(kinds[0]).
		WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"5 controllers .* never ask"
	if err != nil {
		return err
	}
	return setupEach(mgr, o, kinds[1:])
}

// setupUntil is setupEach with a further reason to stop, which is not known.
func setupUntil(mgr ctrl.Manager, o limits.Options, kinds []client.Object) error {
	if len(kinds) == 0 || os.Getenv("STOP") != "" {
		return nil
	}
	err := ctrl.NewControllerManagedBy(mgr).
		For(kinds[0]).
		WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"6 controllers .* never ask"
	if err != nil {
		return err
	}
	return setupUntil(mgr, o, kinds[1:])
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	root := &Node{name: "root", children: []*Node{{name: "left"}, {name: "right"}}}
	if err := root.Setup(mgr, o); err != nil {
		log.Fatal(err)
	}
	if err := setupEven(mgr, o, 4); err != nil {
		log.Fatal(err)
	}
	if err := setupEach(mgr, o, []client.Object{&corev1.Pod{}, &corev1.Node{}, &corev1.Event{}, &corev1.Endpoints{}, &corev1.Namespace{}}); err != nil {
		log.Fatal(err)
	}
	if err := setupUntil(mgr, o, []client.Object{&corev1.LimitRange{}, &corev1.Binding{}, &corev1.ResourceQuota{}, &corev1.PodTemplate{}, &corev1.ServiceAccount{}, &corev1.PersistentVolume{}}); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
