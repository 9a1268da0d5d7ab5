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
// is the [Same] as another, and at most one member of each composite form. Structs, tuples, arrays and
// contents of maps are joined part by part, so that their number does not grow with that of the ways.
// Joins end because a union has at most 512 members; more make an Unknown.
//
// Join is not quite a least bound. For two composite forms it may stand for more than their union,
// because the parts forget which of them came together. The order of its arguments decides the order
// of the members, so results are compared as sets.
//
// # What is not followed
//
// That two unknown pointers may point to one object: each [Param] and each Unknown has an object of its own.
// Elements of an array whose index is not known are one, [AnyElem]. An array keeps apart as many elements as the
// code's own bound says. Two keys of a map are one only if they are known to be equal. Numbers are exact and have
// no width, except that what would overflow 64 bits is not computed.
package value
