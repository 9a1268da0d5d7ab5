//go:build !cr19

// Command queuecommand sets what its command runs after a library has had the command for the first time.
package main

import (
	"expvar"
	"flag"
	"os"

	"github.com/spf13/cobra"
	"k8s.io/client-go/util/workqueue"
)

type app struct {
	flags   *flag.FlagSet
	workers int
	start   func() error
}

func main() {
	a := &app{flags: flag.NewFlagSet("", flag.ExitOnError)}
	a.start = func() error {
		queue := workqueue.NewTyped[string]()
		for range a.workers {
			go func() {
				for {
					key, quit := queue.Get()
					if quit {
						return
					}
					queue.Done(key)
				}
			}()
		}
		return nil
	}
	expvar.Publish("builder", expvar.Func(func() any { return built() }))
	a.execute()
	_ = command()
}

// built makes a queue, and a function that works on it for whoever has it called.
func built() func() {
	queue := workqueue.NewTypedWithConfig(workqueue.TypedQueueConfig[string]{Name: "built"})
	return func() {
		for {
			key, quit := queue.Get()
			if quit {
				return
			}
			queue.Done(key)
		}
	}
}

func (a *app) execute() {
	cmd := cobra.Command{Use: "queuecommand"}
	cmd.SetOut(os.Stdout)
	if a.start != nil {
		cmd.Run = a.run
	}
	if cmd.Execute() != nil {
		os.Exit(1)
	}
}

func (a *app) run(*cobra.Command, []string) {
	workers := a.flags.Int("workers", 3, "")
	if a.flags.Parse(os.Args) != nil {
		os.Exit(1)
	}
	a.workers = *workers
	if a.start() != nil {
		os.Exit(1)
	}
}

// command reads one flag as it is built, and one when it runs.
func command() *cobra.Command {
	cmd := &cobra.Command{Use: "built"}
	flags := cmd.Flags()
	tries, limit := flags.Int("tries", 3, ""), flags.Int("limit", 5, "")
	fixed := *tries // want RL2006:"flag --tries always has its default here, which runs before anybody parses the command line"
	cmd.Run = func(*cobra.Command, []string) { println(fixed, *limit) }
	return cmd
}
