// Command kong reads its numbers from the fields of structs with tags, in the
// Run methods that kong calls.
package main

import (
	"github.com/alecthomas/kong"

	"rllint.test/flags/queues"
)

type start struct {
	MaxReconcileRate int `default:"10" help:"Reconciles per second of all controllers."`
	Workers          int `default:"1"  help:"Workers of the other controller." name:"other-workers"` // want RL1003:"other-workers"
}

// Run starts the controllers.
func (c *start) Run() error {
	return queues.Run(c.MaxReconcileRate, c.Workers) // want RL1004:"client of this manager"
}

type serve struct {
	Rate       int `default:"10" env:"MAX_RECONCILE_RATE" help:"Reconciles per second of all controllers."`
	Concurrent int `default:"1"  help:"Workers of the other controller."` // want RL1003:"(?i)concurrent"
}

// Run starts the controllers.
func (c serve) Run() error {
	return queues.Run(c.Rate, c.Concurrent) // want RL1004:"client of this manager"
}

var cli struct {
	Start start `cmd:"" help:"Start the controllers."`
	Serve serve `cmd:"" help:"Serve."`
}

func main() {
	ctx := kong.Parse(&cli, kong.Name("kong"))
	ctx.FatalIfErrorf(ctx.Run())
}
