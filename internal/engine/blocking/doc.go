// Package blocking finds where a reconciler keeps its worker waiting: calls that sleep, poll
// or retry with back-off on a way from Reconcile, in the same goroutine. A function that takes items from a queue made by hand is such a
// worker, and so is one that hands another what to do with each of them. It also finds event handlers that send requests, and, on the same
// ways, where maps that workers share are written into without a lock.
//
// # Contract
//
// A [Found] is a wait that a reconciler of the package comes to, with the calls that lead there. It says how long the wait is and how
// often it is repeated only if the source says so. A length of 0 is unknown, and never means that there is no wait.
//
//	for _, w := range pass.ResultOf[blocking.Analyzer].(*blocking.Result).Waits {
//		fmt.Println(w.Reconciler, w.What, w.Total()) // nanoseconds
//	}
//
// Calls are followed by name. They are followed through interfaces to the implementations that the package or its imports
// have, and through function literals that are called where they stand. Where a function of an import calls by an interface, they are
// followed to what the package itself puts there. The functions that wait, and those calls, are the package's fact ([Waits]), so that
// importers see them.
//
// # What is not followed
//
// Values: a condition decides nothing, unless it asks a parameter for which a caller passes false. Function values that are kept and called
// later. Interfaces with type parameters. Goroutines, whose waits hold up nobody. At most 32 waits of a function are kept, and 16 calls by
// interfaces: 256 of all reconcilers of a package.
package blocking
