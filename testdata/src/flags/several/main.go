// Command several has a flag that holds the number of workers of each controller.
package main

import (
	"log"

	"github.com/spf13/pflag"

	"rllint.test/flags/queues"
)

func main() {
	var workers map[string]int
	rate := pflag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	pflag.StringToIntVar(&workers, "workers", nil, "workers of each controller") // want RL1003:"workers"
	pflag.Parse()
	log.Fatal(queues.Run(*rate, number(workers["other"]).most())) // want RL1004:"client of this manager"
}

// A number of workers is one at least, and 100 at most.
type number int

func (n number) most() int {
	if n > 100 {
		return 100
	} else if n > 0 {
		return int(n)
	}
	return 1
}
