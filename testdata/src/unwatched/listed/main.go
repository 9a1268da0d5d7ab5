// Command listed has a list of controllers that it also makes without a configuration, for their names alone.
package main

import (
	"encoding/json"
	"log"
	"os"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/handler"

	"rllint.test/inert"
)

type config struct {
	Resources []struct{ Group, Version, Kind string }
}

type setup struct {
	name string
	run  func() error
}

func setups(mgr ctrl.Manager, c config) []setup {
	return []setup{
		{"replicator", func() error {
			b := ctrl.NewControllerManagedBy(mgr)
			for _, r := range c.Resources {
				u := &unstructured.Unstructured{}
				u.SetGroupVersionKind(schema.GroupVersionKind{Group: r.Group, Version: r.Version, Kind: r.Kind})
				b = b.Watches(u, &handler.EnqueueRequestForObject{})
			}
			return b.Named("replicator").Complete(&inert.Reconciler{})
		}},
	}
}

// Names returns the names of all controllers.
func Names() []string {
	var names []string
	for _, s := range setups(nil, config{}) {
		names = append(names, s.name)
	}
	return names
}

func main() {
	var c config
	data, err := os.ReadFile("config.json")
	if err != nil {
		log.Fatal(err)
	}
	if err := json.Unmarshal(data, &c); err != nil {
		log.Fatal(err)
	}
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit besides"
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range setups(mgr, c) {
		if err := s.run(); err != nil {
			log.Fatal(err)
		}
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
