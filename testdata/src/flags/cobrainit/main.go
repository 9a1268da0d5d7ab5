// Command cobrainit has its command, and the variables that its flags are bound
// to, in package variables.
package main

import (
	"log"

	"github.com/spf13/cobra"

	"rllint.test/flags/queues"
)

var (
	maxReconcileRate int
	concurrent       int

	root = &cobra.Command{
		Use: "cobrainit",
		Run: func(*cobra.Command, []string) {
			if err := queues.Run(maxReconcileRate, concurrent); err != nil { // want RL1004:"client of this manager"
				log.Fatal(err)
			}
		},
	}
)

func init() {
	root.Flags().IntVar(&maxReconcileRate, "max-reconcile-rate", 10, "reconciles per second of all controllers")
	root.Flags().IntVar(&concurrent, "concurrent", 1, "workers of the other controller") // want RL1003:"concurrent"
}

func main() {
	cobra.CheckErr(root.Execute())
}
