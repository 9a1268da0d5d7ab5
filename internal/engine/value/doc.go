// Package value is what is known of the values of a program, and of its memory, at one
// point of it.
//
// A [Value] stands for one or several Go values. It says what it is, never more: a constant is
// that constant on every run, a [Ptr] points into that [Object], a [Struct] has those fields. Where
// ways through the program come together [Join] makes one value of those that they have,
//
//	Join(1, 2)                                = 1 | 2
//	Join(T{A: 1, B: x}, T{A: 2, B: x})        = T{A: 1 | 2, B: x}
//	Join(1 | 2, 2)                            = 1 | 2
//
// which stands for all that they stand for, and a [Memory] does so for each object.
//
// # The order
//
// Values are ordered by what they stand for; Join is the bound above. Above all others is the
// [Unknown] value, which stands for anything and says why. A [Param] is an unknown of its own: its
// value is one that callers decide, the same wherever it stands. A [Union] has members of which none
// is the [Same] as another, and one member at most of each composite form: structs, tuples, arrays and
// contents of maps are joined part by part, so that their number does not grow with that of the ways.
// Joins end because a union has 512 members at most, and more make an Unknown.
//
// Join is not quite a bound: for two composite forms it may stand for more than their union, since the
// parts forget which of them came together. And two calls of it with other orders of
// arguments have the members in other orders: results are compared as sets.
//
// # What is not followed
//
// Two pointers that are not known may point to one object: each [Param] and each Unknown has an object of its own.
// Elements of an array whose index is not known are one, [AnyElem]. An array keeps
// apart as many elements as the code's own bound says, a map's keys are one only where they are known to
// be equal. Numbers are exact and have no width, but that what would overflow 64 bits is not computed.
package value
