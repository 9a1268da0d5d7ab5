// Package ssacode makes the register code of package code from the SSA of a package, but only of functions that can matter for a
// limit.
//
// # Contract
//
// [Choose] decides by syntax and types which functions can matter, before any SSA is made, because SSA is what costs. These are the
// functions that mention what a [Selector] names, the functions that call them, the functions that these call, and small ones that return a
// number or hand on what matters. [Choice.Build] makes SSA of them, and code of that. What is left out is not known to the interpreter,
// which takes it for code that cannot be read.
//
//	choice := ssacode.Choose(pass, imports, selector)
//	pkg, funcs, done := ssacode.Functions(pass, choice.Decls)
//	code := choice.Build(pkg, funcs)
//
// Every choice errs on the side of more: a function that is kept and does not matter costs time, and one that is
// lost costs a verdict. The bounds are for generated code and tables. What lies beyond them is unknown, and
// nothing is reported of it.
package ssacode
