// Package choose sets the number of workers by calls that do not name the function: through variables, tables,
// interfaces and deferred calls.
package choose

import "rllint.test/stored/workers"

var initial = func() { workers.Set(2) }

// Variable calls what a variable holds.
func Variable() { initial() }

var table = map[string]func(int){"few": few, "many": func(n int) { workers.Set(10 * n) }}

func few(n int) { workers.Set(n) }

// Table calls a function of a table.
func Table() { table["many"](3) }

// A Plan says how many workers there are.
type Plan interface{ apply() }

type fixed struct{ n int }

func (f fixed) apply() { workers.Set(f.n) }

var plan Plan = fixed{4}

// Interface calls a method through an interface.
func Interface() { plan.apply() }

type config struct{ n int }

type option interface{ change(*config) }

type withWorkers int

func (w withWorkers) change(c *config) { c.n = int(w) }

func build(list ...option) *config {
	c := &config{n: 1}
	for _, o := range list {
		o.change(c)
	}
	return c
}

// Options applies options that are methods of a type of their own.
func Options() { workers.Set(build(withWorkers(5)).n) }

// Deferred has an entry less in a table when it has returned.
func Deferred(m map[string]int) { defer delete(m, "less") }
