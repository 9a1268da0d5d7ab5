// Package simulate works out what the limits of a program do to its reconciles: how many a second there are, how
// long a new object waits and how many requests reach the API server, while everything fails, after a restart, and
// while objects change faster than they can be reconciled.
//
// It is a model of controller-runtime's queues and workers, of the limiters around them, and of client-go's client, in
// virtual time: each queue hands a request to one worker at a time and merges what is added meanwhile; a failure comes
// back after max(base*2^n, the wait for the queue's bucket), at most after the longest delay; a worker that has to wait for the global
// limit or for the client is occupied. Time is counted in seconds.
//
//	result := simulate.Run(program, load, simulate.Outage)
//	fmt.Println(result.Recovered) // when the last object recovered
//
// Controllers that have the same limits are one [Group], whose members are taken for equally loaded. What a group does is
// then what its members do together, since each has its share of workers, tokens and objects.
//
// Not in the model: requests that differ in how long they take, the cache and the watches of the API server, leader election,
// and limits of the API server itself.
//
// The page of a report runs the same model in the browser (model.js). A test holds the two against each other to the last digit, and
// another holds the model against real controllers.
package simulate

import _ "embed"

// Script is the model for the browser: it defines simulate.run, which takes what [Run] takes as JSON has it, with the
// scenario as a number, and returns a [Result].
//
//go:embed model.js
var Script string
