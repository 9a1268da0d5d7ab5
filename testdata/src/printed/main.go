// Command printed writes its settings to the log before it uses them: as JSON, as YAML and with a logger of its library.
package main

import (
	"encoding/json"
	"log"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/yaml"

	"rllint.test/inert"
)

// Settings is what the program runs with.
type Settings struct {
	KubeConfig *rest.Config `json:"-"`
	Workers    int
	Options    any
}

// MarshalJSON leaves the number of workers out.
func (s *Settings) MarshalJSON() ([]byte, error) { return json.Marshal(s.Options) }

func main() {
	s := &Settings{Workers: 3}
	var err error
	s.KubeConfig, err = ctrl.GetConfig()
	check(err)
	s.KubeConfig.QPS, s.KubeConfig.Burst = 50, 100

	raw, err := json.MarshalIndent(s, "", "  ")
	check(err)
	log.Print(string(raw))
	raw, err = yaml.Marshal(s)
	check(err)
	log.Print(string(raw))
	check(json.NewEncoder(os.Stderr).Encode(s))

	mgr, err := ctrl.NewManager(s.KubeConfig, ctrl.Options{}) // want RL1000:"50 requests"
	check(err)
	check(ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: s.Workers}).
		Complete(&inert.Reconciler{}))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
