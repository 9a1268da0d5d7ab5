package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// Programs in which no main package calls a set-up function.
const (
	unreachedSetup = `// Package spare has a set-up function that no main package calls.
package spare

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

// Setup sets the controller up.
func Setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(&inert.Reconciler{})
}
`
	unreachedMain = `package main

import (
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"

	"rllint.test/inert"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{Controller: config.Controller{MaxConcurrentReconciles: WORKERS}})
	if err != nil {
		log.Fatal(err)
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{}); err != nil {
		log.Fatal(err)
	}
}
`
)

// TestUnreachedWorkers checks that a controller which no main package reaches has one worker if only its manager could say
// otherwise, and none of those that were seen does.
func TestUnreachedWorkers(t *testing.T) {
	for workers, want := range map[string]string{"0": "unset", "3": "unknown"} {
		t.Run(workers, func(t *testing.T) {
			program(t, []string{"inert"}, map[string]string{
				"main.go":        strings.Replace(unreachedMain, "WORKERS", workers, 1),
				"spare/spare.go": unreachedSetup,
			})
			var stdout, stderr bytes.Buffer
			if code := run([]string{"inventory", "-json", "./..."}, &stdout, &stderr); code != clean {
				t.Fatalf("the inventory ends with %d:\n%s", code, stderr.String())
			}
			var document struct {
				Controllers []struct {
					File        string
					Concurrency struct{ Verdict string }
				}
			}
			if err := json.Unmarshal(stdout.Bytes(), &document); err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, c := range document.Controllers {
				if c.File == "spare/spare.go" {
					got = c.Concurrency.Verdict
				}
			}
			if got != want {
				t.Errorf("the controller has %q workers, want %q, in\n%s", got, want, stdout.String())
			}
		})
	}
}
