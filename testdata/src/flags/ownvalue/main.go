// Command ownvalue reads its numbers from flags whose values are of types of its own, which check what they are given.
package main

import (
	"flag"
	"fmt"
	"log"
	"strconv"

	"rllint.test/flags/queues"
)

// checked is a number from 1 to 100.
type checked int

func (c *checked) String() string { return strconv.Itoa(int(*c)) }

func (c *checked) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil {
		return err
	}
	if n < 1 || n > 100 {
		return fmt.Errorf("%d is not from 1 to 100", n)
	}
	*c = checked(n)
	return nil
}

// newChecked lets a flag set a number, which it gives its default first.
func newChecked(n int, to *int) *checked {
	*to = n
	return (*checked)(to)
}

// held keeps a pointer to the number that its flag sets.
type held struct{ to *int }

func (h *held) String() string { return "" }

func (h *held) Set(s string) (err error) {
	*h.to, err = strconv.Atoi(s)
	return err
}

type options struct{ rate, workers int }

func (o *options) addFlags(flags *flag.FlagSet) {
	flags.Var(newChecked(10, &o.rate), "max-reconcile-rate", "reconciles a second of all controllers")
	flags.Var(&held{&o.workers}, "workers", "workers of the other controller") // want RL1003:"as many workers as flag workers says"
}

func main() {
	var o options
	o.addFlags(flag.CommandLine)
	flag.Parse()

	log.Fatal(queues.Run(o.rate, o.workers)) // want RL1004:"client of this manager"
}
