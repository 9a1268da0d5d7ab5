package typedata

import (
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// Encode returns the data of a type-checked package. The same declarations give the
// same bytes, whether or not function bodies were type-checked too. They are complete
// unless the type of some is invalid.
func Encode(fset *token.FileSet, pkg *types.Package) (data []byte, complete bool) {
	e := &encoder{
		fset:       fset,
		pkg:        pkg,
		objects:    make(map[types.Object]int),
		types:      make(map[types.Type]int),
		typeParams: make(map[*types.TypeParam]int),
	}
	return e.encode(), !e.invalid
}

type encoder struct {
	fset *token.FileSet
	pkg  *types.Package

	strings, files, packages indexed

	queue      []types.Object // objects of the package, in the order of their numbers
	objects    map[types.Object]int
	types      map[types.Type]int // number of the record of a type met before
	records    indexed            // of types: equal types have one record
	typeParams map[*types.TypeParam]int
	paramList  []*types.TypeParam
	invalid    bool // some type is
}

func (e *encoder) encode() []byte {
	scope := e.pkg.Scope()
	exported := 0
	for _, name := range scope.Names() { // sorted
		if token.IsExported(name) {
			e.object(scope.Lookup(name))
			exported++
		}
	}
	var declarations, params indexed
	for len(declarations.list) < len(e.queue) || len(params.list) < len(e.paramList) {
		if i := len(declarations.list); i < len(e.queue) {
			declarations.list = append(declarations.list, string(e.declaration(e.queue[i])))
			continue
		}
		var b buffer
		tp := e.paramList[len(params.list)]
		b.int(e.strings.add(tp.Obj().Name()))
		b.int(e.typ(tp.Constraint()))
		params.list = append(params.list, string(b.data))
	}
	return e.assemble(exported, &declarations, &params)
}

// assemble puts the parts together. The names of objects come first, those that are exported sorted.
func (e *encoder) assemble(exported int, declarations, params *indexed) []byte {
	var names indexed
	for _, obj := range e.queue {
		names.list = append(names.list, obj.Name())
	}
	out := new(buffer)
	out.int(exported)
	for _, part := range []*indexed{&names, declarations, &e.records, params, &e.strings, &e.files, &e.packages} {
		part.write(out)
	}
	return out.data
}

// object returns the number of an object at package level of the package.
func (e *encoder) object(obj types.Object) int {
	if i, ok := e.objects[obj]; ok {
		return i
	}
	i := len(e.queue)
	e.objects[obj] = i
	e.queue = append(e.queue, obj)
	return i
}

func (e *encoder) declaration(obj types.Object) []byte {
	var b buffer
	switch obj := obj.(type) {
	case *types.Const:
		e.head(&b, objConst, obj)
		b.int(e.typ(obj.Type()))
		writeConstant(&b, obj.Val())
	case *types.Var:
		e.head(&b, objVar, obj)
		b.int(e.typ(obj.Type()))
	case *types.Func:
		e.head(&b, objFunc, obj)
		sig := obj.Type().(*types.Signature)
		e.params(&b, sig.TypeParams())
		b.int(e.typ(sig))
	case *types.TypeName:
		e.typeName(&b, obj)
	}
	return b.data
}

func (e *encoder) head(b *buffer, tag int, obj types.Object) {
	b.int(tag)
	position := e.fset.PositionFor(obj.Pos(), false)
	b.int(e.files.add(filepath.Base(position.Filename)))
	b.int(max(position.Line, 1))
}

func (e *encoder) typeName(b *buffer, obj *types.TypeName) {
	switch t := obj.Type().(type) {
	case *types.Named:
		e.head(b, objNamed, obj)
		e.params(b, t.TypeParams())
		b.int(e.typ(t.Underlying()))
		b.int(t.NumMethods())
		for m := range t.Methods() {
			e.method(b, m)
		}
	case *types.Alias:
		e.head(b, objAlias, obj)
		e.params(b, t.TypeParams())
		b.int(e.typ(t.Rhs()))
	}
}

func (e *encoder) method(b *buffer, m *types.Func) {
	sig := m.Type().(*types.Signature)
	b.int(e.strings.add(m.Name()))
	e.params(b, sig.RecvTypeParams())
	b.int(e.strings.add(sig.Recv().Name()))
	b.int(e.typ(sig.Recv().Type()))
	b.int(e.typ(sig))
}

// params writes type parameters where they are declared.
func (e *encoder) params(b *buffer, list *types.TypeParamList) {
	b.int(list.Len())
	for i := range list.Len() {
		tp := list.At(i)
		n := len(e.paramList)
		e.typeParams[tp] = n
		e.paramList = append(e.paramList, tp)
		b.int(n)
	}
}

// typ returns the number of the record of a type. A record has the numbers of the types it is made
// of, so that equal types have equal records; type names end the descent.
func (e *encoder) typ(t types.Type) int {
	if i, ok := e.types[t]; ok {
		return i
	}
	var b buffer
	e.record(&b, t)
	i := e.records.add(string(b.data))
	e.types[t] = i
	return i
}

func (e *encoder) record(b *buffer, t types.Type) {
	switch t := t.(type) {
	case *types.Basic:
		if t.Kind() == types.Invalid {
			e.invalid = true
			b.int(tagInvalid)
			return
		}
		b.int(tagBasic)
		b.int(int(t.Kind()))
		b.bytes([]byte(basicName(t)))
	case *types.Named:
		e.named(b, t.Obj(), t.Origin() != t, t.Origin(), t.TypeArgs())
	case *types.Alias:
		e.named(b, t.Obj(), t.Origin() != t, t.Origin(), t.TypeArgs())
	case *types.TypeParam:
		b.int(tagTypeParam)
		b.int(e.typeParams[t])
	case *types.Pointer:
		b.int(tagPointer)
		b.int(e.typ(t.Elem()))
	case *types.Slice:
		b.int(tagSlice)
		b.int(e.typ(t.Elem()))
	case *types.Array:
		b.int(tagArray)
		b.int64(t.Len())
		b.int(e.typ(t.Elem()))
	case *types.Map:
		b.int(tagMap)
		b.int(e.typ(t.Key()))
		b.int(e.typ(t.Elem()))
	case *types.Chan:
		b.int(tagChan)
		b.int(int(t.Dir()))
		b.int(e.typ(t.Elem()))
	case *types.Struct:
		e.structure(b, t)
	case *types.Tuple:
		b.int(tagTuple)
		b.int(t.Len())
		for v := range t.Variables() {
			b.int(e.strings.add(v.Name()))
			b.int(e.typ(v.Type()))
		}
	case *types.Signature:
		b.int(tagSignature)
		b.int(e.typ(t.Params()))
		b.int(e.typ(t.Results()))
		b.bool(t.Variadic())
	case *types.Interface:
		e.iface(b, t)
	case *types.Union:
		b.int(tagUnion)
		b.int(t.Len())
		for term := range t.Terms() {
			b.bool(term.Tilde())
			b.int(e.typ(term.Type()))
		}
	}
}

// basicName returns the name under which a predeclared type is found, which tells byte from uint8.
func basicName(t *types.Basic) string {
	if t.Kind() == types.UnsafePointer || t.Info()&types.IsUntyped != 0 {
		return ""
	}
	return t.Name()
}

func (e *encoder) named(b *buffer, obj *types.TypeName, instance bool, origin types.Type, args *types.TypeList) {
	switch {
	case instance:
		b.int(tagInstance)
		b.int(e.typ(origin))
		b.int(args.Len())
		for t := range args.Types() {
			b.int(e.typ(t))
		}
	case obj.Pkg() == nil: // it is one of the language, such as error
		b.int(tagUniverse)
		b.bytes([]byte(obj.Name()))
	case obj.Parent() != obj.Pkg().Scope(): // as that of what another package could not resolve: importers cannot name it
		e.invalid = true
		b.int(tagInvalid)
	case obj.Pkg() == e.pkg:
		b.int(tagLocal)
		b.int(e.object(obj))
	default:
		b.int(tagForeign)
		b.int(e.packages.add(obj.Pkg().Path()))
		b.int(e.strings.add(obj.Name()))
	}
}

// owner writes the package that an unexported name belongs to: this one, with 0, or another.
func (e *encoder) owner(b *buffer, pkg *types.Package) {
	if pkg == nil || pkg == e.pkg {
		b.int(0)
		return
	}
	b.int(1 + e.packages.add(pkg.Path()))
}

func (e *encoder) structure(b *buffer, t *types.Struct) {
	b.int(tagStruct)
	b.int(t.NumFields())
	for i := range t.NumFields() {
		f := t.Field(i)
		b.int(e.strings.add(f.Name()))
		e.owner(b, f.Pkg())
		b.int(e.typ(f.Type()))
		b.bool(f.Embedded())
		b.int(e.strings.add(t.Tag(i)))
	}
}

func (e *encoder) iface(b *buffer, t *types.Interface) {
	// The type-checker sorts explicit methods; those of an interface that has not been completed stand as written.
	methods := slices.SortedFunc(t.ExplicitMethods(), func(x, y *types.Func) int { return strings.Compare(x.Id(), y.Id()) })
	var fields buffer // first what names types, since they may be written on the way
	for _, m := range methods {
		sig := m.Type().(*types.Signature)
		fields.int(e.strings.add(m.Name()))
		e.owner(&fields, m.Pkg())
		fields.int(e.typ(sig))
		_, named := sig.Recv().Type().(*types.Named)
		if fields.bool(named); named {
			fields.int(e.typ(sig.Recv().Type()))
		}
	}
	b.int(tagInterface)
	b.bool(t.IsImplicit())
	b.int(len(methods))
	b.data = append(b.data, fields.data...)
	b.int(t.NumEmbeddeds())
	for et := range t.EmbeddedTypes() {
		b.int(e.typ(et))
	}
}
