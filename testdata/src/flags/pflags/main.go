// Command pflags reads its numbers from flags of pflag, by pointer and by name.
package main

import (
	"log"

	flag "github.com/spf13/pflag"

	"rllint.test/flags/queues"
)

func main() {
	var rate int
	flag.IntVarP(&rate, "maxReconcileRate", "r", 10, "reconciles per second of all controllers")
	flag.Int32("workers", 1, "workers of the other controller") // want RL1003:"workers"
	flag.Parse()

	workers, err := flag.CommandLine.GetInt32("workers")
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(queues.Run(rate, int(workers))) // want RL1004:"client of this manager"
}
