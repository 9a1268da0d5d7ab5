// Package typedata stores what a package declares, so that a program that
// imports it can be type-checked without its source.
//
// The data of one package names what it uses of other packages and does not repeat it. It is read one
// declaration at a time: a [Package] has only the objects that were asked for, and those that they need. The
// compiler's export data can only be read as a whole. So this form makes it cheap to know a thousand packages
// of which a program uses a little.
//
// It keeps the exported objects of the package and all that their types lead to.
// Of positions, it keeps the file and line of objects at package level.
package typedata

// Tags of type records.
const (
	tagInvalid = iota
	tagBasic
	tagUniverse // a predeclared type with a name: error, comparable, any
	tagLocal    // a type name of this package
	tagForeign  // a type name of another package
	tagInstance
	tagTypeParam
	tagPointer
	tagSlice
	tagArray
	tagMap
	tagChan
	tagStruct
	tagTuple
	tagSignature
	tagInterface
	tagUnion
)

// Tags of object records.
const (
	objConst = iota
	objVar
	objFunc
	objNamed
	objAlias
)
