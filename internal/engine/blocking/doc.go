// Package blocking finds where a reconciler keeps its worker waiting: calls that sleep, poll
// or retry with back-off on a way from Reconcile, in the same goroutine.
//
// # Contract
//
// A [Found] is a wait that a reconciler of the package comes to, with the calls that lead there. It says how long the wait is and how
// often it is repeated only where the source says so: a length of 0 is one that is not known, never none.
//
//	for _, w := range pass.ResultOf[blocking.Analyzer].(*blocking.Result).Waits {
//		fmt.Println(w.Reconciler, w.What, w.Total()) // nanoseconds
//	}
//
// Calls are followed by name, through interfaces to the implementations that the package or its imports have, and through
// function literals that are called where they stand. What waits is the package's fact ([Waits]), so that importers see it.
//
// # What is not followed
//
// Values: a condition decides nothing, but where a caller passes false for the parameter that is asked. Function values that are kept
// and called later. Goroutines, whose waits hold up nobody. Of one function 32 waits are kept.
package blocking
