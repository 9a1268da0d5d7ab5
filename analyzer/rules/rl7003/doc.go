// Package rl7003 reports: a controller that watches nothing or never runs.
//
// # RL7003: a controller that watches nothing or never runs
//
//	ctrl.NewControllerManagedBy(mgr).Named("snapshots").Complete(r)
//
// The builder of a controller is completed without For, Owns, Watches or WatchesRawSource.
//
// A note says where nothing in the program mentions the function that sets a controller up, though the program calls most of the functions
// of that package which set up others. If the package has no other, those of the same name count in the packages beside it.
//
// Another note says where a function that has the manager starts a goroutine which begins with a read by the manager's client, also in a
// function of the package that it hands this to.
//
// And one says where a builder is told twice what it is for.
//
// A third note says where a watch of a builder is given WithPredicates twice. The last ones take the place of those before them.
//
// And a note says where a reconciler reads an object with its client, other than that of the request, and where there is none says so in an
// object's status or an event and returns an empty Result and nil, though its builder watches no objects of that type: what it waits for
// may come, and nothing tells it. So it does where the status of the object decides about that. The return may stand in a function of the
// package that returns an empty Result each time.
//
// And a note says which kinds of objects a Reconcile makes its own by SetControllerReference, in functions of its package, that no builder
// of it watches: whoever changes or deletes one of these does not wake it. That is said of no Reconcile that asks for its request again.
//
// So it does where the function itself, before the manager starts, reads with that client, or calls a function of the user's modules which
// reads with it, or a method of what was made with it.
//
// And a note says where a list is asked for by an index, as in client.MatchingFields{"spec.class": name} or by a FieldSelector of
// client.ListOptions, that nothing in the program registers with IndexField: each such list fails. Fields by which the API server selects
// objects itself do not count.
//
// # Why it matters
//
// Complete returns an error, since the controller would never get a request. If the program only logs errors of its set-up functions, it
// runs without this controller, and nothing is reconciled.
//
// The manager's client reads from a cache, which begins when the manager starts. Before that a read returns an error: what such a goroutine
// is there for is done late, or never. It runs in each replica, too, whoever is the leader.
//
// A controller that no program sets up is one that somebody has forgotten in main. Its tests pass, and its objects stay as they are.
//
// # What to do
//
// Say what the controller is for.
//
// Before:
//
//	ctrl.NewControllerManagedBy(mgr).Named("snapshots").Complete(r)
//
// After:
//
//	ctrl.NewControllerManagedBy(mgr).Named("snapshots").For(&v1.Snapshot{}).Complete(r)
//
// Call the set-up function in main, or delete the controller. Have the manager start what reads, once its cache is there:
//
// Before:
//
//	go collect(ctx, mgr.GetClient())
//
// After:
//
//	err := mgr.Add(manager.RunnableFunc(func(ctx context.Context) error { return collect(ctx, mgr.GetClient()) }))
//
// # What it does not find
//
//   - Objects that are missing where the controller watches something of which the type is not known, or is built with Build, or where the
//     function is named for deletions.
//   - Controllers that Build returns: they may be told later what to watch.
//   - Set-up functions that other functions mention, and methods of whose name an interface has one.
//   - Controllers that no program sets up, in programs of which not all was read that main reaches.
//   - Indexes of programs that register one whose name is no constant.
//   - Goroutines that first wait for something, by what they do or by the name of what they call, and those of functions of other packages.
//
// Go vet and golangci-lint look at one program at a time. There the note also stands if another program sets the controller up.
package rl7003
