// Package ssacode makes the register code of package code from the SSA of a package: of those functions alone that can matter for a
// limit.
//
// # Contract
//
// [Choose] decides by syntax and types which functions can matter, before any SSA is made, since SSA is what costs; [Build]
// keeps what they need: functions that mention what a [Selector] names, those that call them, those that these call if they
// are small. What is left out is not known to the interpreter and is taken for code that cannot be read.
//
//	chosen := ssacode.Choose(…)              // from syntax
//	pkg := ssacode.Build(s, funcs, fset, …)  // from the SSA of the chosen
//
// Every choice errs on the side of more: a function that is kept and does not matter costs time, one that is
// lost costs a verdict. The bounds are on generated code and tables; what lies beyond them is unknown, and nothing
// is reported of it.
package ssacode
