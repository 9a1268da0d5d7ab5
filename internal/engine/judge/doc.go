// Package judge says what the records of a run mean: of each controller whether its limits are those of the promised rate,
// and of a program what is wrong with it as a whole.
//
// # Contract
//
// An [Attribute] is one limit, or one thing that a program's controllers have only together. What is recorded of it, how it is
// judged, how it is called and which rule reports it stand in one file, and nothing else knows of it: a new attribute is a new
// file here and a new rule.
//
//	j := judge.New(…)
//	verdict := j.Of(judge.Limiter, controller) // shared, unset, adhoc or unknown, with the place that decides
//	faults := j.Faults(judge.Budget)           // of the program
//
// It is a verdict where each controller has the attribute, for better or worse, so that the inventory lists it. It is a
// fault where only a wrong one is worth a word.
//
// # What is certain
//
// A verdict holds on every way that the run came by, or it is Unknown: callers that are not known decide, or the code cannot be
// followed. Unknown says why. Where ways differ the worst counts, and where code that is not read may have decided
// otherwise none does. A judge never guesses from a name, but for those of rates ([known.IsRateName]), which
// people choose.
package judge
