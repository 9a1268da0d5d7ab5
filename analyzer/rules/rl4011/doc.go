// Package rl4011 reports: state of a request in the reconciler.
//
// # RL4011: state of a request in the reconciler
//
//	func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
//		r.log = log.FromContext(ctx).WithValues("pod", req.Name)
//
// Reconcile, or a method that it calls, keeps something in what all workers share. Calls are followed to it, through interfaces and into
// goroutines that a pass begins too, also in other packages of the user's modules. The same holds for what takes items from a queue made
// by hand, or is called for each by the workers of another package, for the methods that Knative's reconcilers call, for those that answer
// webhooks, which are noted, and for Connect of what makes Crossplane's clients of the far side, which may hand one back that all have.
//
// State of a request:
//
//   - It sets a field of the reconciler, or a variable of a package, to something of the request, and reads it later in the same pass,
//     or hands what has it to another package, as a rest.Config. A flag or a count that each pass begins anew is such a field, and so is
//     one whose address a function is handed that fills it. The field may be one of what the reconciler embeds or points to, and a
//     method of another package of the user's modules may set it, whose package reads it: one that keeps what it is handed, with no
//     lock.
//   - Or it sets a variable of the process's environment to something of the request, with os.Setenv: whatever reads
//     that may have what another pass has set.
//   - Or it sets the field only where it is nil, to what the first request says, and uses it for all others.
//
// A map that several goroutines use:
//
//   - It writes into a map that is a field, or deletes from it, without a lock. The map may also be a variable or belong to another
//     type. A lock that one of the functions on the way has taken counts, unless it is that of one key, or in the copy that a method
//     without a pointer receiver has. It is the same map where a variable of the function is another name of it, or a copy of the struct
//     that it is in. An http.Header is a map, and so are the sets of apimachinery. If the reconcilers of several controllers write into
//     one map of the package, that is said once.
//   - A function looks into such a map before it takes the lock under which it writes into that, or writes into it under RLock, also by
//     a method of what has a map and no lock.
//   - A method looks into such a map behind the Unlock, though another one writes into it, or into one that it has taken of what the
//     lock is for, or returns the map itself under a lock under which others write into it.
//   - A function looks without the lock into a map in a field, where most others hold the lock of the same struct, or writes into it
//     under another lock than theirs.
//   - Types are registered in a scheme that all have, also by a function that is handed it.
//
// What only grows, which is a note:
//
//   - A map in a field, or in a variable of the package, gets an entry for each object, and the package never deletes one: an entry that
//     is set to nil stays. The field may also be one of a type whose methods an informer calls for events. An entry in a variable counts
//     wherever the package of a reconciler puts it there.
//   - A metric of Prometheus has labels that are given the name or the UID of an object, or of a request, and nothing in the program
//     deletes a series of it. A function that asks for the series may be handed the name, also by another package. So it is with a gauge
//     that a function sets for each key of a map that it makes anew, and that nothing resets: what is not there any more keeps its last
//     value. Metrics of one file are named once.
//   - DeleteLabelValues names more or fewer labels than the metric has.
//
// # Why it matters
//
// All workers of a controller call one reconciler. With MaxConcurrentReconciles of 2 or more, the pass of one object overwrites
// the field while the pass of another still reads it: a log names the wrong object, a client has the credentials of another
// tenant, the wrong object is deleted. Two writes into one map at the same time end the program. With one worker nothing happens,
// until somebody raises the number; but the controllers of a program run at the same time with one worker each, too.
//
// A map with an entry for each object that there ever was grows as long as the program runs.
//
// # What to do
//
// Keep the value in a variable and hand it over. If many methods need it, make a struct for each request.
//
// Before:
//
//	func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
//		r.log = log.FromContext(ctx).WithValues("pod", req.Name)
//		return r.sync(ctx)
//	}
//
// After:
//
//	func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
//		return r.sync(ctx, log.FromContext(ctx).WithValues("pod", req.Name))
//	}
//
// Until then keep one worker. The inventory says so of each such controller, -fix=workers and adopt leave its number.
//
// # When it is a note
//
// The finding is a note unless the controller certainly has more than one worker, or several controllers write into one map. It is one
// where a map is looked into before the lock is taken, or written into under another lock, and where types are registered in a scheme, too.
//
// # What it does not find
//
//   - Fields that are set under a lock, in sync.Once, or only where they are not set yet.
//   - Fields of types of other packages that the reconciler points to, but for what their methods keep of their arguments.
//   - Maps that only grow in types that nothing in their package shows to stay, and maps from which an entry is deleted that is too old.
//   - Fields that are set by methods which are called through interfaces that several types of the package implement, or none, other than
//     those of what a list of the reconciler has, or through function values other than the one that the package gives a field.
//   - Variables that a method sets, unless it is one of the reconciler or of what its fields have.
//   - Series whose names come from a queue, from a label of an object, or by way of an interface.
//   - What a Reconcile that is called with an object, and not with a request, keeps in its receiver: that may be made for the object,
//     unless the package hands one to reconcile.AsReconciler.
package rl4011
