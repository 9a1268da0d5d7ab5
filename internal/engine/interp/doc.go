// Package interp runs the code of a program symbolically from an entry point. It passes the values that the program
// really passes, as far as these are known. For the others it passes what package value has for them.
//
// # Contract
//
// An [Interp] is given the package whose code it runs and a [Host]. At every call whose callee has a name it asks the host
// first. A function that the host knows has the meaning that the host gives it. Any other is followed into its code. If it
// has no code, [Call.Unread] says what may become of its arguments. The interpreter knows nothing of rate limiting, of
// controllers or of any library; the host knows nothing of branches, frames or memory.
//
//	in := interp.New(pkg, host)
//	in.RunInits()
//	in.Run(pkg.Funcs["example.com/cmd.main"], nil) // the host notes what it is asked about
//
// The host is told only of what happens on some way that the program may take, as far as that can be known. If the run met one
// of its [Interp.Bounds], more may happen than the host is told of. Every run ends, because its work is counted
// ([value.Work]). At the bound, the calls in progress return unknown values.
//
// # Files
//
// state.go has all that a run knows, and what it asks its host. Above it are ways and memory (way.go, access.go), values
// and collections, calls of code that is not read (escape.go), and the evaluator: exec.go, ops.go, branch.go, call.go, which
// call each other, since functions do. run.go is on top.
//
// # Ways
//
// A way is a memory, and how it ends ([Ending]). If a condition is not known, the run forks. Each way has a memory of its
// own, and where ways come together their memories and values are joined. Branches of a function fork, and keep their ways by
// block. Calls of one of several functions fork, and so does what may happen or not; both use fork. Runs aside fork, too.
// Ways that fail, by an error that is known not to be nil, count only if none succeeds, because programs do not use what a
// failed call returns.
//
// # Loops and calls
//
// A loop that counts, or goes over known elements, runs as often as it would in the program. One that waits for something runs at most 32
// times, and one whose end is not known runs once. A function that calls itself is followed as long as it is certain to do so, or has less
// to do each time. Otherwise it is followed while fewer than three calls of it are in progress. The third level of such a recursion returns
// an unknown value, and what the levels above changed is unknown after them. If something may be lost by that, the run met a bound.
//
// # What is not followed
//
// Code that cannot be read may call the functions it is handed, call the methods of what it is handed, and fill its fields. For
// this, escape hands it values, and Sweep calls what main did not come to.
// Goroutines run where they are started. So what two of them write one after the other is known, and what they race for is not.
// Pointers made from numbers, and what reflection writes, are not followed.
//
// A function that leads to nothing gets a share of the work, and what it computes beyond that is unknown (share). One that may lead to
// something is followed each time, with one exception (again). If it takes much work, and three calls with the same constants and
// functions led to nothing new, the next such call is not followed. What that call is given is unknown afterwards.
package interp
