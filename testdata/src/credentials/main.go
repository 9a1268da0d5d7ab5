// Command credentials sets a controller up with what the configuration of its client says, which is not nothing.
package main

import (
	"log"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit"
	must(err)
	must(setup(mgr))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager) error {
	config := mgr.GetConfig()
	roots := config.CAData
	if len(roots) == 0 {
		text, err := os.ReadFile(config.CAFile)
		if err != nil {
			return err
		}
		roots = text
	}
	log.Printf("%d bytes, %d", len(roots), len(token(config)))
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(&inert.Reconciler{})
}

func token(config *rest.Config) string {
	if config.BearerToken == "" {
		panic("there is no token")
	}
	return config.BearerToken
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
