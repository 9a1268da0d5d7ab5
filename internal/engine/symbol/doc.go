// Package symbol names the functions, methods, package variables and named types of Go programs.
// It alone knows the form of the names.
//
// # Contract
//
//	symbol.Of(obj)                           // "example.com/lib/limits.Limiter.When"
//	symbol.Join("gopkg.in/yaml.v3", "Node")  // "gopkg.in/yaml%2ev3.Node"
//
// One object has one [Name], in whatever package, version or form it is met: types, SSA, stored code or a setting. Two instances of a
// generic function have one name, and so have a method on a type and on a pointer to it.
package symbol
