// Command env reads its numbers from the environment.
package main

import (
	"cmp"
	"log"
	"os"
	"strconv"

	"rllint.test/flags/queues"
)

func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil { // want RL1003:"WORKERS"
		return n
	}
	return otherwise
}

func lookup(name string) int {
	text, ok := os.LookupEnv(name) // want RL1003:"PARALLEL"
	if !ok {
		return 1
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		log.Fatal(err)
	}
	return int(n)
}

func main() {
	workers := number("WORKERS", 1)
	if err := queues.Run(number("MAX_RECONCILE_RATE", 10), workers); err != nil { // want RL1004:"client of this manager"
		log.Fatal(err)
	}
	parallel := lookup("PARALLEL")
	log.Fatal(queues.Run(cmp.Or(lookup("MAX_RECONCILE_RATE"), 10), parallel)) // want RL1004:"client of this manager"
}
