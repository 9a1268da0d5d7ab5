// Package simulate works out what the limits of a program do to its reconciles. It tells how many a second there
// are, how long a new object waits, and how many requests reach the API server. It does so while everything fails,
// after a restart, while objects change faster than they can be reconciled, and while nothing but polls happens.
//
// It is a model of controller-runtime's queues and workers, of the limiters around them, and of client-go's client, in virtual time.
// Each queue hands a request to one worker at a time, and merges what is added meanwhile. A failure comes back after max(base*2^n, the
// wait for the queue's bucket), at most after the longest delay. A worker that has to wait for the global limit or for the client is
// occupied. Time is counted in seconds.
//
//	result := simulate.Run(program, load, simulate.Outage)
//	fmt.Println(result.Recovered) // when the last object recovered
//
// Controllers that have the same limits are one [Group], whose members are taken for equally loaded. So a group does what
// its members do together, because each has its share of workers, tokens and objects.
//
// The model leaves out requests that take different times, the cache and the watches of the API server, leader election, and
// limits of the API server itself.
//
// A test compares the model with real controllers.
package simulate
