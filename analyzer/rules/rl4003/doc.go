// Package rl4003 reports: a worker waits in Reconcile.
//
// # RL4003: a worker waits in Reconcile
//
//	for !r.ready(ctx, pod) {
//		time.Sleep(5 * time.Second)
//	}
//
// A worker of the controller sleeps in this loop until the pod is ready. Meanwhile it reconciles no other object.
//
// The rule finds what waits on a path from Reconcile in the same goroutine. It follows calls through helpers, other packages, interfaces,
// function literals and the one function that the package gives a field or a variable of its own. A function that takes items from a queue
// made by hand, with Get, is looked at in the same way, and so is what is handed to one that does, to be called for each item.
//
// A wait is time.Sleep, a receive from time.After or a timer, a poll of package wait, a retry with back-off, a send of an event to another
// controller, client-go's cache.WaitForCacheSync, or a send or a receive on a channel that only the package knows, makes without room and
// never closes. A wait is reported that
//
//   - can take ten seconds or more in all;
//   - has no upper bound;
//   - is repeated in a loop over objects, for a second or more each time. Behind a loop in a function further up, it must take more than
//     two seconds;
//   - takes a time that is not a constant.
//
// Other things keep the worker, too:
//
//   - a loop that only a break or a return ends, if a step in it that is handed a context fails and is tried again at once: the worker
//     is busy with one object, and sends requests as fast as it can. It is the same if such a loop does nothing but Get an object again,
//     by a function of the package too, and look at it. A select with a default is no pause, and a context that ends after ten seconds
//     or more leaves time for many requests;
//   - a select that gives an answer some time, if it waits for the same answer once that time is over: then the time bounds nothing;
//   - http.Get, http.Head, http.Post and http.PostForm, which have no time-out, and requests by an http.Client, behind an interface or
//     not, that the package gives none, nor its transport, which may be a copy of the default one, if they have no context either, or
//     context.Background, or one that is handed on to where no function on the way gives it an end: a server that accepts and never
//     answers keeps the worker;
//   - Wait of a bucket of package rate in a function that gives its context ten seconds or more: in a rush, all workers stand there.
//
// Some keep others, or stay behind each pass:
//
//   - a lock of the reconciler, of something in it or of the package that is held while a request is sent or something waits, if another
//     function takes the lock and does neither, or only while something that is kept is nil: whoever calls that waits, too. Two
//     functions that read, with RLock, do not wait for each other;
//   - a goroutine about something that the pass has, in a loop that nothing ends, or that sends to a channel without room from which the
//     function receives in one select alone, which another case may leave;
//   - a connection or a broadcaster of events that the pass opens, by functions of the package too, and that nothing closes, keeps or is
//     handed but what leaves it open, or that a return before the deferred Close leaves open, or a handler that it adds to an informer
//     and cannot take back, or an http.Transport without IdleConnTimeout;
//   - an event handler that sends a request or waits before it returns: an informer hands it one event after another, and nothing calls
//     it again after an error.
//
// The rest is said of any function of the user's modules:
//
//   - a lock that a return or a continue leaves locked, because no Unlock comes before it, or since the function never gives it back and
//     only functions do that take it themselves: whoever wants the lock next waits for ever. So it is with a function that takes a lock
//     and defers another Lock in place of the Unlock. It is said of none that is named for a lock, has it from its caller, returns it or
//     gives it back by another function of the package;
//   - a function that takes a lock and calls one which takes the same lock, or that defers the Unlock before a loop which nothing ends.
//     In a loop that waits for the next event, what is deferred runs only when the function ends, and piles up until then;
//   - two locks of the package, or of what two methods are of, that one function takes in one order and another one in the other: each
//     may have the lock that the other waits for;
//   - a send in a function literal on a channel without room that a function makes by := for itself, and from which nothing receives, or
//     nothing before a sync.WaitGroup has waited for the literal, and a goroutine that returns early without the Done that it ends with;
//   - a send on a channel that informers are handed to stop and that nothing closes: one of their goroutines receives it, and the others
//     go on;
//   - a goroutine that each round of a loop without a condition starts, and that first of all waits for the end of a context which the
//     rounds share;
//   - a response whose Body nothing names, or which a return leaves before anything names it, and an http.Client without a time-out that
//     is given to a struct of a dependency, if neither the struct has a time for requests nor the package names WithTimeout or
//     WithDeadline.
//
// A request is one to the API server that does not answer from a cache, one over HTTP, whose response a function returns, a statement to a
// database by database/sql, or a method of a dependency's client, by the name of its type or package, that is handed a context and may
// fail. Functions that are handed CreateOptions or the like, and functions of other packages of the program that send one, count too. A
// send on a channel in a field or a variable of the package counts as a wait.
//
// # Why it matters
//
// A controller has few workers, by default one. Suppose it has one, and polls for five minutes. Then one object that
// does not become ready holds up all others for five minutes each time. The wait decides how fast the controller is,
// whatever its rate and its back-off. And the program cannot stop before the wait is over.
//
// The finding says how long the wait takes at most, how many workers the controller has, and through which calls
// Reconcile reaches it. If an interface on the path has several implementations, this reconciler may use another
// one. The finding then says that the wait may be reached. Code scanning shows the calls as a path.
//
// # What to do
//
// Return and come back later: the queue keeps the request, and the worker is free.
//
// Before:
//
//	for !r.ready(ctx, pod) {
//		time.Sleep(5 * time.Second)
//	}
//
// After:
//
//	if !r.ready(ctx, pod) {
//		return ctrl.Result{RequeueAfter: 5 * time.Second}, nil
//	}
//
// Better still, watch the object you wait for, with Owns or Watches.
//
// # When it is a warning
//
// The finding is a warning if the wait alone shows that other objects wait:
//
//   - a sleep of ten seconds or more, by constants;
//   - a poll of half a minute or more;
//   - a loop without an end in the function that waits;
//   - a wait of five seconds or more at a time, directly in a loop over objects.
//
// # When it is a note
//
// The finding is a note
//
//   - if the length is not known, or if a count or a deadline that is not constant ends the wait. A loop such as
//     "for a := retry.Start(); a.Next();" has an end if Next counts or looks at the time;
//   - for shorter waits, for retries after conflicts, and for waits behind a loop in a function further up;
//   - if an interface on the path has several implementations, if the path has more than six calls, or if the wait
//     is in a dependency;
//   - if a worker waits for a bucket;
//   - if a loop asks again at once in a select with a default, or by a function that does nothing but Get objects;
//   - if a lock is left locked, is one of two that are taken in either order, or is held during a request or a pause;
//   - if a request over HTTP, a program or a query has no time-out;
//   - for WithContext of an http.Request whose result nobody takes: the request keeps the context that it had;
//   - if each pass starts a goroutine that never ends, or may wait for ever to send, or informers or a goroutine that end only with the
//     program, or leaves a connection, a watch or a transport's idle connections open;
//   - if an event handler sends a request or waits;
//   - if a comment of three lines or more stands above the wait, or a comment at the call speaks of blocking;
//   - in functions whose names say that they uninstall, shut down, migrate, back up or restore something;
//   - if there are several workers by a constant, and the wait is shorter than five seconds for each of them. An
//     example is 30 s with ten workers.
//
// # What it does not find
//
// The rule leaves these out, because nobody would act on them:
//
//   - waits of less than ten seconds in all;
//   - polls of ten seconds at most, which mostly end after the first tries;
//   - reconcilers of one object. They return at once unless the request has one name, which is a constant, or in a
//     field of the reconciler or a package variable;
//   - workers that read nothing from the items of their queue, because all of these are equal then, and workers of a queue to which the
//     package adds one constant alone;
//   - a back-off of unknown length between a bounded number of tries;
//   - retries after a conflict of writes, in a loop that asks IsConflict, or with a back-off if the pauses between its tries are shorter
//     than ten seconds in all, or of a length that is not known;
//   - a loop that tries to take a lock;
//   - what is done once for the whole process, with sync.Once or while a package variable is nil;
//   - loops that wait until something of the reconciler's own is no longer nil;
//   - what runs in a goroutine of its own;
//   - a pause in the condition of a poll that the rule reports itself;
//   - a select that waits for an answer too, with the time as its bound;
//   - middleware that waits for its limiter;
//   - fakes, simulators and end-to-end tests, by the names of their functions, types, files or packages.
//
// The rule does not look behind other function values, except where a loop calls those of a list that is written in one
// place, nor behind interfaces whose implementations the package does not
// import. If two interfaces have the same methods, a type counts only for the one that its package hands it out as.
//
// In a dependency, only waits of a known length count. There, a wait in a case of a switch is left out if the switch
// compares an argument of its function with a constant.
package rl4003

import _ "embed"

//go:embed doc.go
var doc string
