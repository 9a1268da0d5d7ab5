// Command standard reads its numbers from flags of the standard library, on a
// flag set of its own and on the command line's.
package main

import (
	"flag"
	"log"
	"os"

	"rllint.test/flags/queues"
)

var rate = flag.Int("max_reconcile_rate", 10, "reconciles per second of all controllers")

func main() {
	set := flag.NewFlagSet(os.Args[0], flag.ExitOnError)
	workers := set.Int("workers", 1, "workers of the other controller") // want RL1003:"workers"
	if err := set.Parse(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
	flag.Parse()

	log.Fatal(queues.Run(*rate, *workers)) // want RL1004:"client of this manager"
}
