// Command empty watches what it is told of, and stops where that says nothing. Without anything it ends with an error, as it should.
package main

import (
	"errors"
	"log"
	"os"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/handler"

	"rllint.test/inert"
)

func setUp(mgr ctrl.Manager, kinds []string) error {
	b := ctrl.NewControllerManagedBy(mgr)
	for _, kind := range kinds {
		if kind == "" {
			return errors.New("a kind without a name")
		}
		object := &unstructured.Unstructured{}
		object.SetGroupVersionKind(schema.GroupVersionKind{Version: "v1", Kind: kind})
		b = b.Watches(object, &handler.EnqueueRequestForObject{})
	}
	return b.Named("told").Complete(&inert.Reconciler{})
}

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit besides"
	if err != nil {
		log.Fatal(err)
	}
	if err := setUp(mgr, os.Args[1:]); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
