// Package model is the analysis of one package under the rules about controllers: they read its [Result] and touch no facts.
//
// # Contract
//
// A package's fact is the code of those of its functions that can matter ([Code]). Of a package that is a main package main
// is run, with the code of all that it imports; of any other its set-up functions are, with arguments that callers
// decide. What does not depend on these is decided there and reported there, and the fact lists it, so that no importer
// reports it again; what does is left to the packages that call.
//
//	result := pass.ResultOf[model.Analyzer].(*model.Result)
//	for _, cause := range result.Causes(judge.Concurrency) {
//		pass.Reportf(cause.Pos, …) // one finding a cause, with the controllers that it reaches
//	}
//
// A [Cause] is the place that decides a verdict, in this package's files: where it lies in another, the call that leads
// there. A [Result] never misses a controller without a word: [Result.Problems] says which bound a run met, and
// [Result.Missed] lists the sites that calls lead to and the run did not come to.
//
// # What it does not know
//
// How findings are worded, which of them people see, how fixes look, and what other packages than those that it imports do.
package model
