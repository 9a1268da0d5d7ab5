// Command settings reads its numbers of workers from settings that packages of another
// module hold.
package main

import (
	"log"
	"os"

	"github.com/kelseyhightower/envconfig"
	"github.com/spf13/pflag"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/common/options"
	"rllint.test/libraries/settings/controllers"
)

// environment is filled from environment variables.
type environment struct {
	Nodes int `envconfig:"NODE_WORKERS" default:"3"` // want RL1003:"controller environment .* NODE_WORKERS"
}

func main() {
	o := options.Default()
	flags := pflag.NewFlagSet("settings", pflag.ExitOnError)
	o.AddFlags(flags) // want RL1003:"controllers .flags, nested. run as many workers as flag controller-workers"
	check(flags.Parse(os.Args[1:]))
	var env environment
	check(envconfig.Process("", &env))

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	check(err)
	check(controllers.SetupWorkers(mgr)) // want RL1003:"controller workers runs as many workers as setting workers says"
	check(controllers.SetupRate(mgr))
	check(controllers.SetupQueue(mgr)) // want RL1003:"controller queue .* queueWorkers"
	check(controllers.SetupFlags(mgr, o.Controllers))
	check(controllers.SetupNested(mgr, controllers.Config{Name: "nested", Options: o}))
	check(controllers.SetupEnvironment(mgr, env.Nodes))
	check(controllers.SetupSize(mgr))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
