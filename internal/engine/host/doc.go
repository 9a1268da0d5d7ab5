// Package host says what primitives mean, and records what a run makes of them: controllers, managers, limiters, queues, clients and
// inputs, with the values they were made from. Each family of primitives has a file with a map of what they mean: builders,
// managers, flags, texts and so on (primitives.go has the list).
//
// Files know those below them: what is recorded (host.go), the families, the run of Reconcile (probe.go, states.go, asked.go,
// reconcile.go), and primitives.go on top, which the interpreter asks.
//
// # Contract
//
// A [Host] is the interpreter's: at a call of a known function it returns what that returns. It judges nothing. The values that
// something was made from may change later. So an attribute notes what it needs at that moment, with a [Recorder], in a [Slot]
// of its own. The host does not know which attributes there are.
//
//	h := host.New(settings, judge.Recorders())
//	in := interp.New(pkg, h)
//	in.Run(main, nil)
//	for _, c := range h.Controllers { … } // each call that creates one, as reached in one way
//
// # One run of Reconcile
//
// To tell which limiters middleware asks, [Host.Follow] runs the reconciler aside when its controller is created. It uses an
// unknown request, and stops at the innermost reconciler that is wrapped. What was asked on a way is kept in the memory of that
// way, so ways that come together keep theirs apart. [Host.AskedByHand] runs the reconciler again, to tell whether it asks its own
// queue's limiter. That question is about all of Reconcile, so this run does not stop at the innermost one.
//
// # What is not told
//
// Code that is not read may keep a limiter and ask it. So what such code has been handed counts as used
// ([Host.Leave]). A manager that such code returns is the program's own, if the program makes its managers in
// one place.
package host
