// Package engine holds no code. It is the folder of the analysis, with one package for each layer. A layer
// knows those named before it and no other:
//
//	symbol           the names of functions, methods, variables and types
//	known            the functions of libraries that have a meaning: their names
//	syntax           declarations, by syntax alone
//	report, rule     what is shown of what was found
//	code, ssacode    the register code that packages carry, and its making from SSA
//	value            what is known of values and of memory, and how ways join
//	interp           runs the code from an entry point, both ways where a condition is not known
//	host             what the known functions mean; records of controllers, managers, limiters, queues
//	judge            verdicts, an attribute a file
//	paths            every path through a function, whatever main passes; its clients, such as pairs and lost, ask of each
//	behaviour        all that is found out about functions without a run, clients of paths and others
//	model            the analysis of one package: its one SSA form, facts, causes and suppressions
//
// Blocking, mistakes and selfwake read syntax alone, and give their findings to rules by results of their own. docs/architecture.md has
// all packages.
//
// The tests of this folder run all of it on the packages below testdata/src. They compare the findings with
// the comments there, and the verdicts with testdata/verdicts.golden.
package engine
