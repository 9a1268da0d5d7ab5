// Package delay finds delays that are not what their authors mean: a constant without a unit, which counts
// nanoseconds; a duration where a rate is meant; a bucket that never holds a token; a timer whose channel nobody reads; and, in
// RequeueAfter, what is left until a time that may have passed, so that the request does not come back at all.
//
// # Contract
//
// A [Delay] is wrong by what the source of one function says, of whatever value its callers pass; its [Kind] says how.
//
//	RequeueAfter: 10                        Unitless: ten nanoseconds
//	RequeueAfter: time.Until(deadline)      Passed: 0 or less once the deadline is over, and nothing compares before
//
// # What is not followed
//
// Values: a delay is followed through variables that are set once and through functions of the package that return it, to where it is
// written. A comparison of the time, or of the delay, counts as a check, whatever it decides.
package delay
