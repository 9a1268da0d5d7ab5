// Program sweep hands objects to code that cannot be followed and calls their methods.
package main

import "example.com/probe"

type command struct{ handle func() }

// Run is called by the code that has the command.
func (c *command) Run() { probe.Adopt(&reconciler{handle: c.handle}) }

type reconciler struct{ handle func() }

// Reconcile is called by what Run hands the reconciler to.
func (r *reconciler) Reconcile() { start(r.handle) }

func start(f func()) {
	probe.See(f) // handler
}

func handler() {}

func main() { probe.Fill(&command{handle: handler}) }
