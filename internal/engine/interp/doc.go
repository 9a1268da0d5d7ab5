// Package interp runs the code of a program symbolically from an entry point, with the values that the program really
// passes where these are known, and with what package value has for them where they are not.
//
// # Contract
//
// An [Interp] is given the package whose code it runs and a [Host]. At every call whose callee has a name it asks the host
// first: what the host knows has the meaning that the host gives it, all else is followed into its code, and what has
// no code is handed what it is handed ([Call.Unread]). The interpreter knows nothing of rate limiting, of controllers or of
// any library; the host knows nothing of branches, frames or memory.
//
//	in := interp.New(pkg, host)
//	in.RunInits()
//	in.Run(pkg.Funcs["example.com/cmd.main"], nil) // the host notes what it is asked about
//
// What a host is told of happens on some way that the program may take, as far as that can be told; what it is not told of may
// happen all the same where the run met one of its [Interp.Bounds]. A run ends: its work is counted ([value.Work]), and at the
// bound the calls in progress return what is not known.
//
// # Ways
//
// A way is a memory, and how it ends ([Ending]). Where a condition is not known the run forks: each way has a memory of its
// own, and where ways come together their memories and values are joined. It happens in four places: the branches of a
// function, which keep their ways by block; the functions that a value can be and what may happen or not, which use fork; and
// runs aside. Ways that
// fail, by an error that is known not to be nil, count only if none succeeds: what a failed call returns is not used.
//
// # Loops and calls
//
// A loop that counts, or goes over elements that are known, is gone round as often as it would be; one that waits for
// something at most 32 times; one whose end is not known once. A function that calls itself is followed as often as it is certain to, or is
// given less to do each time, and else while fewer than three calls of it are in progress: the third level of such a recursion returns
// what is not known, and what the levels above changed is unknown after them. Where it may have lost something by that, it met a bound.
//
// # What is not followed
//
// Code that cannot be read may call the functions it is handed, call the methods of what it is handed and fill its fields: escape
// hands it values, inject finds what a container would hand on by types, Sweep calls what main did not come to. Goroutines run
// where they are started, so that what two of them write one after the other is told and what they race for is not. Pointers
// made from numbers, and what reflection writes, are not followed.
//
// A function that leads to nothing gets a share of the work, and nothing is known of what it computes beyond that (share). One that may
// lead to something is followed each time, unless it takes much work, is given the same constants and functions as in three
// calls before, and none of these led to anything new (again): what the next such call is given is unknown afterwards.
package interp
