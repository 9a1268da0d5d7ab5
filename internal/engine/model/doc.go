// Package model analyses one package for the rules about controllers. They read its [Result] and touch no facts.
//
// # Contract
//
// A package's fact is the code of those of its functions that can matter ([Code]). In a main package, main is run, with the
// code of all that it imports. In any other package, the set-up functions are run, with arguments that callers decide. What
// does not depend on these arguments is decided and reported there. The fact lists it, so that no importer reports it
// again. The rest is left to the packages that call.
//
//	result := model.Of(pass)
//	for _, cause := range result.Causes(judge.Concurrency) {
//		pass.Reportf(cause.Pos, …) // one finding a cause, with the controllers that it reaches
//	}
//
// A [Cause] is the place that decides a verdict. If that place is in another package, it is the call in this package
// that leads there. A [Result] never misses a controller silently. [Result.Problems] says which bound a run met.
// [Result.Missed] lists the sites that calls lead to and the run did not come to.
//
// # What it does not know
//
// How findings are worded, which of them people see, how fixes look, and what other packages than those that it imports do.
package model
