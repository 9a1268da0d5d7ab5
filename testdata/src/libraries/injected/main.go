// Command injected lets a container call its set-up functions with what its other
// functions return: the controllers are found, and which value goes where is not followed.
package main

import (
	"flag"

	"go.uber.org/fx"

	"rllint.test/libraries/injected/byhand"
	"rllint.test/libraries/injected/platform"
	"rllint.test/libraries/injected/queues"
)

func main() { // want RL1002:"3 controllers .*at queues/queues.go" RL1001:"controller plain .*at queues/queues.go"
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	topics := flag.Int("topic-workers", 3, "topics reconciled at once")
	flag.Parse()

	byhand.Run() // want RL1001:"controller by-hand" RL1002:"controller by-hand"
	fx.New(
		queues.Module, // before what it needs
		fx.Provide( // want RL1003:"controller plain runs 7 workers" RL1004:"client of this manager"
			platform.NewManager,
			func() platform.Rate { return platform.Rate{PerSecond: *rps} },
			platform.NewLimits,
		),
		fx.Supply(platform.Topics{Workers: *topics}),
		fx.Invoke(platform.Start),
	).Run()
}
