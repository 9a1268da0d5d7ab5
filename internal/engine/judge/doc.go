// Package judge says what the records of a run mean. It tells of each controller whether its limits are those of the
// promised rate, and of a program what is wrong with it as a whole.
//
// # Contract
//
// An [Attribute] is one limit, or one thing that a program's controllers have only together. One file says what is recorded of
// it, how it is judged, what it is called and which rule reports it. Nothing else knows of it, so a new attribute is a new
// file here and a new rule.
//
//	j := judge.New(…)
//	verdict := j.Of(judge.Limiter, controller) // shared, unset, adhoc or unknown, with the place that decides
//	faults := j.Faults(judge.Budget)           // of the program
//
// It is a verdict if each controller has the attribute, for better or worse, so that the inventory lists it. It is a
// fault if only a wrong one is worth a word.
//
// # What is certain
//
// A verdict holds on every way that the run took, or it is Unknown. Unknown says why: unknown callers decide, or the code
// cannot be followed. If ways differ, the worst counts. If code that is not read may have decided otherwise, none counts. A
// judge never guesses from a name, except from those of rates ([known.IsRateName]), which people choose.
package judge
