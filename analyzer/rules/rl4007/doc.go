// Package rl4007 reports: an error that is lost.
//
// # RL4007: an error that is lost
//
//	if err := r.updateComponents(ctx, op); err != nil {
//		log.Error(err, "could not update components")
//		return ctrl.Result{}, nil
//	}
//
// A reconciler, or a function that it may call, also one of another package, knows that a request failed, but returns no error. The
// request may be one to the API server, over HTTP, to a database by database/sql, or by a client of another system. Here is what becomes
// of the error.
//
// The pass counts as done:
//
//   - After if err != nil, the code only logs or does nothing, and returns an empty Result and nil. It has not asked what kind of error
//     it is. Instead of nil, it may return another error that is nil here.
//   - The code logs that it could not write the status, goes on, and returns an empty Result and nil. The same goes for a step that
//     changes something and is the last one of the pass, such as the deletion of an object.
//   - A pass, what a manager starts, or a function that handles or filters events, does no more about the error than to log or count it,
//     as an error, and goes on or returns nil. It may be the reconciler or a helper that does so, a loop, a deferred function, a
//     goroutine, or a function without an error among its results. That answers nil, false, something empty, or a default by its name,
//     or by whether there is an error, and its callers take it for the truth. The code may leave out of a list what it could not get, or
//     set the variable to nothing.
//   - A function that returns a Result and no error returns an empty one after a request failed. Or the Result of a helper is returned
//     with nil, before anybody does more with the error that came with it than to log it.
//   - The code logs the error, itself or in a function without results, which may throw it away too, and then removes the finalizer of
//     the object, or goes on where there is none and removes it further down.
//
// Nobody has it:
//
//   - It is thrown away: that of a read with _, that of a write with _ or because nobody looks at what it returns.
//   - A return comes before anybody looks at the error of a step that changes something, or at the list of the errors of some steps.
//   - A deferred call returns the error of a status that was not written.
//   - The code makes an error of another one, such as by errors.Wrap, and nobody has it. Or a function puts errors into a parameter of
//     its own: its callers see none.
//   - A branch declares an err of its own, and the code after it checks the outer one: := makes another variable in a block, and what
//     follows the block asks the one of that name around it, or hands that on where it is nil.
//   - Each round of a loop sets the same variable, and only what follows the loop asks it.
//   - The error of the next call overwrites one that nobody has looked at, on one path at least. In a deferred function, it overwrites
//     the error that Reconcile returns, also where a function of the package is handed that and never makes what it returns of it, or
//     one of the user's modules is handed its address and puts its own error there, or takes its place only where it has failed too.
//   - A deferred function sets an error of the function around it that is no named result: what is returned was taken from it before.
//   - A condition in a function literal compares the error of a request with another one, as in if err != c.Get(…), where it means to
//     assign it first.
//
// Something else is returned in its place:
//
//   - The code returns another error than the one it has, or than that of the call which the branch names, and that one is certainly
//     nil. So does a branch for something else, which tells of an error at the level of errors or warnings.
//   - What errors.Wrap is given is certainly nil, so that it returns nil, or is nil where the branch is taken for something else than
//     the error. So it is with a function of the package that tells of an error with words that it is handed, and returns it. Or what
//     fmt.Errorf is given is nil in one of these ways, so that the cause is lost.
//   - The branch does a further step, such as to write the status, and returns the error of that in the place of the one that it is taken
//     for, or puts that of the status there and the function returns it at its end.
//   - errors.Unwrap of the error is returned: that is nil for an error that wraps no other.
//
// It is taken for another kind:
//
//   - Any error of a Get is taken to say that there is no such object. The code acts on that, or tells of it without the error, and the
//     request counts as done. The same goes for a Get by a function that is handed a client, for code that acts only if err == nil, or
//     in the else of a branch that tells of the error, for helpers that get another object then, or create one and return nil or its
//     error, for those that answer it with nil or false and no error, for a method of the package that only gets the object, and for
//     functions without an error among their results that say "not found" of any error. So it does for code that uses what it has read,
//     and otherwise creates an object of that type and does not mind if there is one already; for a read of another system after which
//     the code creates something there, and for an Observe that answers any error with a resource that does not exist, whatever a
//     comment says: Crossplane then makes another one.
//   - The code asks whether the error is of one kind, such as not found or a certain error variable, also by a function of its own named
//     is…, and forgets every other error.
//   - The code asks, such as by apierrors.IsNotFound, for a kind of an error that a helper makes of the text of another one, with %v, or
//     for the kind that client.IgnoreNotFound has left out of it, or asks errors.Is for a pointer to a struct that it makes there, of a
//     package without a method Is. It is never of that kind.
//   - Of several objects that are to be deleted one is gone already, and the function returns nil there, or client.IgnoreNotFound of the
//     error, before it deletes the others.
//   - The code sends a request over HTTP, and does no more with the response than to close its body: an answer that says no, such as
//     500, is no error to net/http.
//
// It is told, and not returned:
//
//   - An error is told in a condition or an event, and the request counts as done, though events of its kind are filtered by generation:
//     nothing brings the object back. The same without such a filter, if the branch or a function that it calls sets the condition and
//     writes the status, or a deferred function writes that: the second time nothing changes, so no event follows. So it is for other
//     parts of a status, such as a phase, if the branch does nothing else. It may return the error of that write, or the function writes
//     the status after the branch and returns the error of that. A function of the package may do all this in the reconciler's place, by
//     others too. Or a Reconcile sets the condition of its object, tells of the error by events and logs, and nothing writes the object
//     after that.
//   - A function that returns no error makes a condition of the error of a request, or a text in a status.
//   - A condition tells of the error, and the code goes on to set it to success, also after the loop, or to tell the function that
//     writes the status that there is no error. Or the code returns the error before it writes the status, so that nobody sees the
//     condition.
//
// The next try finds the work done. The code notes that something is done before the request that does it, in a map, a set or a variable
// that outlives the pass, or in an annotation, or keeps what it has compared with: where the request fails, the retry finds that and
// leaves it out.
//
// The program starts without it:
//
//   - The code only tells that a pointer, an interface or a yes or no could not be had, and goes on to use it, in a function that
//     returns or ends the program for most other errors.
//   - Any error of a request, of a question for kinds, or of a set-up leaves out what is to be set up there, such as a watch, as if
//     there were no such kind: if _, err := mapper.RESTMapping(kind); err == nil { … }.
//
// # Why it matters
//
// An empty Result without an error tells controller-runtime that all is done, and the queue forgets the request. A
// conflict or a timeout of the API server then leaves the object half made, until something else happens to it. That
// may be at the next resync, ten hours later by default, or never. In operator-framework/operator-lifecycle-manager
// an Operator whose update failed stayed as it was. In kubernetes-sigs/cluster-api-provider-vsphere a virtual
// machine without addresses counted as done.
//
// # What to do
//
// Return the error: controller-runtime logs it, counts it, and retries with back-off.
//
// Before:
//
//	if err := r.updateComponents(ctx, op); err != nil {
//		log.Error(err, "could not update components")
//		return ctrl.Result{}, nil
//	}
//
// After:
//
//	if err := r.updateComponents(ctx, op); err != nil {
//		return ctrl.Result{}, fmt.Errorf("updating components: %w", err)
//	}
//
// If another try cannot help, return reconcile.TerminalError: it keeps the error in logs and metrics.
//
// # When it is a note
//
// The finding is a note
//
//   - if the code logs the error only at the level of information, as something that is expected;
//   - in a helper that returns no Result, because its callers may know otherwise that something failed, or need not
//     know;
//   - if an error is returned, but the one of a deferred function in its place;
//   - if what is returned where the code tells of an error is nil;
//   - if it leaves out what is set up, does not look at the answer of a server, or notes too early that something is done: also by writing
//     the object without its finalizer;
//   - if any error of a Get is taken for one kind, or if the error is told in a condition or an event, also where nobody sees that;
//   - if all that is known is that the code does no more about the error than to log it, or throws it away: it may mean that;
//   - if the code asks what an error is not, or whether there is none right after it has asked for a kind: that may be a state;
//   - if it leaves errors in a list, or returns a Result alone, or leaves out what is to be deleted;
//   - if the controller has a source of requests of a type of its own, which may bring objects back by the clock;
//   - if the function that removes the finalizer logs the error itself, or is no reconciler: it may mean to let the object go;
//   - if errors.Unwrap is returned, or a Result before anybody looks at the error: the error may wrap another, and may not be there;
//   - if the status could not be written, and the code then returns the error of an earlier step, or if that of a further step is
//     returned. If there is one, it brings the request back.
//
// # What it does not find
//
//   - Errors of a step whose name says that it only tells of something, such as notify, or closes something, such as close or unlock, and
//     those in functions that are named for telling, such as printJob.
//   - Errors that the code handles, for example with a condition of the object, another request or a RequeueAfter.
//   - Errors whose kind the code asks for, on the path where the answer is yes.
//   - Errors in a list that a loop tells of one by one.
//   - Errors of functions that only look at their arguments, unless the next error takes their place.
//   - Errors that a function tells its caller by a constant or package variable of a named type, such as a phase.
//   - Empty answers of functions whose own comment says that an error is left on purpose, and of those that map events to requests, which
//     RL7002 is about.
//   - Functions that answer false and are asked again. The package uses them as values, such as the condition of a
//     poll, or their names say what is waited for, such as isReady, unless a reconciler says that all is done
//     where they answer no.
//   - Errors that are ignored on purpose, as a comment or a log message beside them says. What stands in a branch that ends with another
//     return says nothing of them, such as "not found, ignoring it". Neither does a comment that the loop continues with the other items,
//     nor one that says what there is not, such as "the cluster does not exist any more": the code asks no kind of the error there.
//   - errors.Wrap of what may be nil in the return at the end of a function, which may mean nil for nil.
//   - Writes of a status whose error is thrown away with _ =, other than in a reconciler that then says that all is done.
//   - Steps of functions whose code is not read, if they are handed no context and no client and return no *http.Response nor a struct that
//     embeds one, unless they are methods of another module's types or behind an interface and named for a change, such as create, delete
//     or send.
//   - Files that import testing, and packages in folders for tests, such as e2e.
package rl4007

import _ "embed"

//go:embed doc.go
var doc string
