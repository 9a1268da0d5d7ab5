// Command cobra reads its numbers in the RunE closure of a command, from the
// command's own flags and the root's persistent ones.
package main

import (
	"os"

	"github.com/spf13/cobra"

	"rllint.test/flags/queues"
)

func main() {
	if err := newRoot().Execute(); err != nil {
		os.Exit(1)
	}
}

type options struct {
	rate    int
	workers int
}

func newRoot() *cobra.Command {
	o := &options{}
	root := &cobra.Command{Use: "cobra"}
	root.PersistentFlags().IntVar(&o.rate, "max-reconcile-rate", 10, "reconciles per second of all controllers")
	root.AddCommand(newRun(o), newServe(o))
	return root
}

func newRun(o *options) *cobra.Command {
	run := &cobra.Command{
		Use: "run",
		RunE: func(cmd *cobra.Command, args []string) error {
			return queues.Run(o.rate, o.workers) // want RL1004:"client of this manager"
		},
	}
	run.Flags().IntVar(&o.workers, "concurrent", 1, "workers of the other controller") // want RL1003:"concurrent"
	return run
}

func newServe(o *options) *cobra.Command {
	serve := &cobra.Command{Use: "serve", RunE: func(cmd *cobra.Command, _ []string) error {
		workers, err := cmd.Flags().GetInt("parallel")
		if err != nil {
			return err
		}
		return queues.Run(o.rate, workers) // want RL1004:"client of this manager"
	}}
	serve.Flags().Int("parallel", 1, "workers of the other controller") // want RL1003:"parallel"
	return serve
}
