// Program once hands functions to code that cannot be followed, which calls each once.
package main

import "example.com/probe"

type command struct{ n int }

// Run is called by the code that has the command.
func (c *command) Run() {}

func main() {
	n := 1
	probe.Fill(func() {
		probe.See(n) // 1
	})
	probe.Adopt(&command{n: n})
}
