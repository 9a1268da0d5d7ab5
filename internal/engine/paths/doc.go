// Package paths follows a function on every path that can be told apart, and keeps of each function a summary in terms of its inputs.
//
// # Contract
//
// On a path it knows of errors, conditions, durations, Results and pointers to them whether they are nil, zero or true (their [Nature]), of
// errors also of which kinds they are. What a branch tells of a value holds for its copies. Two paths that no later instruction can tell
// apart are one. The [Outcome] of a path is what it returns and what it leaves in variables that it was handed, in terms of the parameters
// and captured variables. Callers put their own values in the place of these, also in other packages ([Summaries]):
//
//	func (r *R) wait(err error) (ctrl.Result, error) {
//		return ctrl.Result{RequeueAfter: time.Minute}, err
//	}
//	… return r.wait(nil) // the caller's nil takes the parameter's place
//
// A [Client] asks a question of each path; all clients of a package share one walk. A [Guide] has a walk of its own, since it says where
// calls go: its paths have a [State], which tells outcomes apart.
//
// # What must stay true
//
// An ID names one value: what makes a value anew forgets the ID in all copies first ([Frame.fresh]). What an outcome says holds whatever
// the caller passes, so no positive ID, which means nothing to callers, is left in one. A key of a path has all that a later instruction or
// a client can ask.
//
// # What is not followed
//
// Memory, except for the function's own variables and captured ones. Goroutines, unless there is a guide. Errors from fields and lists,
// unless the code compares them. Beyond 3,000 paths, or 1,500 with a guide, those that enter a block are merged, unless their marks or
// states differ ([Frame.Merge]). Nothing is concluded from a function that needs twice as many, or from one that calls itself if five
// rounds do not tell all that it returns.
// docs/decisions/outcomes-on-ssa.md says why this is not part of the interpreter.
package paths
