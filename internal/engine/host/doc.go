// Package host says what primitives mean, and records what a run makes of them: controllers, managers, limiters, queues, clients and
// inputs, with the values they were made from. Each family of primitives has a file with a map of what they mean: builders,
// managers, flags, texts and so on (primitives.go has the list).
//
// # Contract
//
// A [Host] is the interpreter's: at a call of a known function it returns what that returns. It judges nothing. Later the values
// that something was made from may have changed, so what an attribute needs it notes at that moment, by a [Recorder],
// in a [Slot] of its own: the host does not know which attributes there are.
//
//	h := host.New(settings, judge.Recorders())
//	in := interp.New(pkg, h)
//	in.Run(main, nil)
//	for _, c := range h.Controllers { … } // each call that creates one, as reached in one way
//
// # One run of Reconcile
//
// Which limiters middleware asks is told by running the reconciler aside, when its controller is created, with a request
// that is not known, up to the innermost reconciler that it wraps ([Host.Follow]). What was asked on a way is kept in the memory of
// that way, so that ways that come together keep theirs apart. [Host.AskedByHand] runs it again for what it asks of its
// own queue's limiter: that is a question about all of Reconcile, and the first ends where the innermost begins.
//
// # What is not told
//
// A limiter that code which is not read keeps may be asked there: what such code has been handed counts as used
// ([Host.Leave]). A manager that comes back from such code is the program's own if it makes them in one place.
package host
