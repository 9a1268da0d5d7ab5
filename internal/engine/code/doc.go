// Package code has the form in which the code of packages is analysed and stored.
//
// # Contract
//
// The SSA form of a package is reduced to a small register code ([Package], [Func]). This code can be stored as a fact and
// read back without the package's types. A [Body] has blocks of instructions. Each instruction sets one register, and its
// operands are registers or, below zero, constants:
//
//	r2 = load r0            OpLoad, Args {0}
//	r3 = binary + r2 1      OpBinary, Args {2, -1}: ^-1 is constant 0 of the body
//
// Encoding is deterministic: equal packages have equal bytes, and decoding and encoding again gives the same bytes.
// [Package.Check] refuses what cannot have come from this encoder, so that a damaged fact is an error and not a crash.
//
// Package interp runs that code symbolically from an entry point. It uses concrete
// values if the program fixes them, sets of values if paths differ, and parameters
// and unknown values for the rest. This package knows nothing of values, nor of
// rate limiting.
package code
