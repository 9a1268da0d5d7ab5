// Command kingpin reads its numbers from flags of kingpin, as values, into
// variables and of a subcommand.
package main

import (
	"os"

	"github.com/alecthomas/kingpin/v2"

	"rllint.test/flags/queues"
)

func main() {
	var (
		app              = kingpin.New("kingpin", "Runs controllers.").DefaultEnvars()
		maxReconcileRate = app.Flag("max-reconcile-rate", "Reconciles per second of all controllers.").Short('r').Default("10").Int()

		serve   = app.Command("serve", "Run one controller.")
		workers = serve.Flag("workers", "Workers of the other controller.").Default("1").Int() // want RL1003:"workers"

		work   = app.Command("work", "Run the other controller.")
		number int
	)
	work.Flag("number", "Workers of the other controller.").Envar("NUMBER").IntVar(&number) // want RL1003:"number"

	switch kingpin.MustParse(app.Parse(os.Args[1:])) {
	case serve.FullCommand():
		kingpin.FatalIfError(queues.Run(*maxReconcileRate, *workers), "Cannot run") // want RL1004:"client of this manager"
	case work.FullCommand():
		kingpin.FatalIfError(queues.Run(*maxReconcileRate, number), "Cannot run") // want RL1004:"client of this manager"
	}
}
