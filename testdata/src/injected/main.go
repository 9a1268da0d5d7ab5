// Command injected keeps its set-up functions where they cannot be followed, and calls
// them with the one manager it has.
package main

import (
	"log"
	"sync"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/injected/modules"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"controller core/v1.Node has no limit besides its queue.s: .*; its queue limiter delays failures .back-off 1s to 1m0s."
	if err != nil {
		log.Fatal(err)
	}
	var registry sync.Map
	for i, module := range modules.All {
		registry.Store(i, module)
	}
	registry.Range(func(_, module any) bool {
		if err := module.(func(ctrl.Manager) error)(mgr); err != nil {
			log.Fatal(err)
		}
		return true
	})
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
