// Package early finds flags that a package reads too early for numbers of workers: while its variables are
// initialised, when no flag has been parsed.
//
// # Contract
//
// A [Read] is one of a flag that the package defines itself, in the initialiser of a package variable, for a number of workers. It gets
// the flag's default, whatever the user sets.
//
//	var workers = flag.Int("workers", 1, "")
//	var options = controller.Options{MaxConcurrentReconciles: *workers} // always 1
//
// It looks at the initialisers of package variables alone. Nothing is followed: neither functions that these call, nor flags of
// other packages.
package early
