// Package code has the form in which the code of packages is analysed and stored.
//
// # Contract
//
// A package is reduced to a small register code ([Package], [Func]) from its SSA
// form, which can be stored as a fact and read back without the package's types. A [Body] has blocks of instructions; each
// sets one register, and its operands are registers or, below zero, constants:
//
//	r2 = load r0            OpLoad, Args {0}
//	r3 = binary + r2 1      OpBinary, Args {2, -1}: ^-1 is constant 0 of the body
//
// Encoding is deterministic: equal packages have equal bytes, and decoding and encoding again gives the same. [Package.Check]
// refuses what no package of ours can have become, so that a damaged fact is an error and not a fault.
//
// Package interp runs that code symbolically from an entry point: with the
// concrete values where the program fixes them, with sets of values where paths
// differ, and with parameters and unknown values where it cannot know. This package
// knows nothing of values, nor of rate limiting.
package code
