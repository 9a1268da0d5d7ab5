// Package engine holds no code. It is the folder of the analysis, with one package for each layer. A layer
// knows those named before it and no other:
//
//	symbol, syntax   names and declarations, by syntax alone
//	known            the functions of libraries that have a meaning: their names
//	code, ssacode    the register code that packages carry, and its making from SSA
//	value            what is known of values and of memory, and how ways join
//	interp           runs the code from an entry point, both ways where a condition is not known
//	host             what the known functions mean; records of controllers, managers, limiters, queues
//	judge            verdicts, an attribute a file
//	paths            every path through a function, whatever main passes; its clients, such as pairs and lost, ask of each
//	behaviour        all that is found out about functions without a run, clients of paths and others
//	model            the analysis of one package: its one SSA form, facts, causes and suppressions
//
// Blocking, delay, selfwake, events and early need neither: they read syntax, and give their findings to rules by results of their own.
//
// The tests of this folder run all of it on the packages below testdata/src. They compare the findings with
// the comments there, and the verdicts with testdata/verdicts.golden.
package engine
