// Package delay finds delays that are not what their authors mean. It may be a constant without a unit, which counts
// nanoseconds, or a duration where a rate is meant. It may be a bucket that never holds a token, or a timer whose channel
// nobody reads. And it may be a RequeueAfter until a time that may have passed, so that the request does not come back at all.
//
// # Contract
//
// The source of one function shows that a [Delay] is wrong, whatever its callers pass. Its [Kind] says how.
//
//	RequeueAfter: 10                        Unitless: ten nanoseconds
//	RequeueAfter: time.Until(deadline)      Passed: 0 or less once the deadline is over, and nothing compares before
//
// # What is not followed
//
// Values. A delay is followed to where it is written, through variables that are set once and through functions of the package that
// return it. A comparison of the time, or of the delay, counts as a check, whatever it decides.
package delay
