// Command chosen sets up those of its controllers whose names a flag has, each once.
package main

import (
	"fmt"
	"log"
	"os"

	"github.com/spf13/pflag"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

type setup func(ctrl.Manager) error

var setups = map[string]setup{"one": one, "two": two, "three": three, "four": four, "five": five, "six": six}

func names() []string {
	list := make([]string, 0, len(setups))
	for name := range setups {
		if name == "three" && os.Getenv("WITH_THREE") != "1" {
			continue
		}
		list = append(list, name)
	}
	return list
}

type operator struct{ controllers []string }

func main() {
	o := operator{controllers: names()}
	pflag.StringSliceVar(&o.controllers, "controllers", o.controllers, "controllers to run")
	pflag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit"
	if err != nil {
		log.Fatal(err)
	}
	chosen := map[string]setup{}
	for _, name := range o.controllers {
		if f, ok := setups[name]; !ok {
			log.Fatal(fmt.Errorf("no controller %q", name))
		} else {
			chosen[name] = f
		}
	}
	for name, f := range chosen {
		if err := f(mgr); err != nil {
			log.Fatal(fmt.Errorf("%s: %w", name, err))
		}
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func one(mgr ctrl.Manager) error {
	_, err := controller.New("one", mgr, controller.Options{Reconciler: &inert.Reconciler{}})
	return err
}

func two(mgr ctrl.Manager) error {
	_, err := controller.New("two", mgr, controller.Options{Reconciler: &inert.Reconciler{}})
	return err
}

func three(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{})
}

func four(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(&inert.Reconciler{})
}

func five(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(&inert.Reconciler{})
}

func six(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).Complete(&inert.Reconciler{})
}
