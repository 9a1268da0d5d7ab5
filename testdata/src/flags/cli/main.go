// Command cli reads its numbers from flags of urfave/cli, by name and into
// variables.
package main

import (
	"log"
	"os"

	"github.com/urfave/cli/v2"

	"rllint.test/flags/queues"
)

func main() {
	var bound int
	app := &cli.App{
		Name: "cli",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "max-reconcile-rate", Value: 10, EnvVars: []string{"MAX_RECONCILE_RATE"}},
			&cli.IntFlag{Name: "workers", Value: 1},
			&cli.IntFlag{Name: "bound", Value: 1, Destination: &bound}, // want RL1003:"bound"
		},
		Action: func(c *cli.Context) error {
			if err := queues.Run(c.Int("max-reconcile-rate"), c.Int("workers")); err != nil { // want RL1003:"workers" RL1004:"client of this manager"
				return err
			}
			return queues.Run(c.Int("max-reconcile-rate"), bound) // want RL1004:"client of this manager"
		},
	}
	if err := app.Run(os.Args); err != nil {
		log.Fatal(err)
	}
}
