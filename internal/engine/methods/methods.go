package methods

import (
	"cmp"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// A Type is a type with all its methods.
type Type struct {
	Name    string
	Methods []Method // of a pointer to it, those of embedded types among them; sorted by ID
}

// A Method is a method of a type.
type Method struct {
	ID      string      // its name and signature, the same for identical ones
	Func    symbol.Name // of the type itself, or of one that is embedded
	Package string      // import path of Func
}

// Of returns the types that a package declares and of which a method is relevant, in the order of their names:
// neither interfaces nor generic types.
func Of(pkg *types.Package, relevant func(*types.Func) bool) []Type {
	var list []Type
	for _, obj := range declared(pkg) {
		t, some := Type{Name: obj.Name()}, false
		for sel := range types.NewMethodSet(types.NewPointer(obj.Type())).Methods() {
			fn := sel.Obj().(*types.Func)
			some = some || relevant(fn.Origin())
			t.Methods = append(t.Methods, of(fn))
		}
		if some {
			slices.SortFunc(t.Methods, func(a, b Method) int { return cmp.Compare(a.ID, b.ID) })
			list = append(list, t)
		}
	}
	return list
}

// declared returns the types that a package declares, but for interfaces and generic types, in the order of their names.
func declared(pkg *types.Package) []*types.TypeName {
	var list []*types.TypeName
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || types.IsInterface(obj.Type()) {
			continue
		}
		if named, ok := obj.Type().(*types.Named); ok && named.TypeParams().Len() == 0 {
			list = append(list, obj)
		}
	}
	return list
}

// Implementing returns what an interface's method is on those types of the package itself that implement the
// interface.
func Implementing(pkg *types.Package, iface *types.Interface, method *types.Func) []*types.Func {
	var list []*types.Func
	for _, obj := range declared(pkg) {
		ptr := types.NewPointer(obj.Type())
		if !types.Implements(ptr, iface) {
			continue
		}
		found, _, _ := types.LookupFieldOrMethod(ptr, true, method.Pkg(), method.Name())
		if fn, ok := found.(*types.Func); ok {
			list = append(list, fn)
		}
	}
	return list
}

// OfInterface returns an interface as a type, which importers can compare with theirs.
func OfInterface(iface *types.Interface) Type {
	var t Type
	for fn := range iface.Methods() {
		t.Methods = append(t.Methods, of(fn))
	}
	slices.SortFunc(t.Methods, func(a, b Method) int { return cmp.Compare(a.ID, b.ID) })
	return t
}

// Has returns the method that a type has for one of another type's name, if it has all that the other has.
func (t *Type) Has(other Type, name string) (found Method, ok bool) {
	for _, m := range other.Methods {
		i, has := slices.BinarySearchFunc(t.Methods, m.ID, func(m Method, id string) int { return cmp.Compare(m.ID, id) })
		if !has {
			return Method{}, false
		}
		if m.Func.Last() == name {
			found, ok = t.Methods[i], true
		}
	}
	return found, ok
}

func of(fn *types.Func) Method {
	m := Method{ID: id(fn), Func: symbol.Of(fn.Origin())}
	if pkg := fn.Pkg(); pkg != nil {
		m.Package = pkg.Path()
	}
	return m
}

// Implements reports whether a pointer to the type has the methods of an interface.
func (t *Type) Implements(iface *types.Interface) bool {
	for fn := range iface.Methods() {
		if _, ok := t.Method(fn); !ok {
			return false
		}
	}
	return iface.IsMethodSet()
}

// Method returns the method that an interface's is on the type.
func (t *Type) Method(fn *types.Func) (Method, bool) {
	i, ok := slices.BinarySearchFunc(t.Methods, id(fn), func(m Method, id string) int { return cmp.Compare(m.ID, id) })
	if !ok {
		return Method{}, false
	}
	return t.Methods[i], true
}

// Implementation returns what a method of an interface is on the type, if a pointer to the type has all methods of the interface.
func (t *Type) Implementation(iface *types.Interface, fn *types.Func) (Method, bool) {
	m, ok := t.Method(fn)
	return m, ok && t.Implements(iface)
}

// id tells methods apart as types.Identical does, but for what only generic functions declare.
func id(fn *types.Func) string {
	var b strings.Builder
	b.WriteString(types.Id(fn.Pkg(), fn.Name()))
	write(&b, fn.Signature())
	return b.String()
}

// write writes a type by its structure, with the names of packages in full and without aliases.
func write(b *strings.Builder, t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		b.WriteString(string(symbol.Of(t.Obj())))
		for arg := range t.TypeArgs().Types() {
			b.WriteByte('[')
			write(b, arg)
		}
	case *types.Pointer:
		b.WriteByte('*')
		write(b, t.Elem())
	case *types.Slice:
		b.WriteString("[]")
		write(b, t.Elem())
	case *types.Array:
		b.WriteString("[" + strconv.FormatInt(t.Len(), 10) + "]")
		write(b, t.Elem())
	case *types.Map:
		b.WriteString("map[")
		write(b, t.Key())
		b.WriteByte(']')
		write(b, t.Elem())
	case *types.Chan:
		b.WriteString("chan" + strconv.Itoa(int(t.Dir())) + " ")
		write(b, t.Elem())
	case *types.Signature:
		writeTuple(b, t.Params())
		if t.Variadic() {
			b.WriteString("...")
		}
		writeTuple(b, t.Results())
	case *types.Struct:
		b.WriteString("struct{")
		for i := range t.NumFields() {
			f := t.Field(i)
			b.WriteString(types.Id(f.Pkg(), f.Name()) + strconv.FormatBool(f.Embedded()) + " ")
			write(b, f.Type())
			b.WriteString(strconv.Quote(t.Tag(i)) + ";")
		}
		b.WriteByte('}')
	case *types.Interface:
		ids := make([]string, 0, t.NumMethods())
		for fn := range t.Methods() {
			ids = append(ids, id(fn))
		}
		slices.Sort(ids)
		b.WriteString("interface{" + strings.Join(ids, ";") + "}")
	default:
		b.WriteString(t.String()) // a basic type
	}
}

func writeTuple(b *strings.Builder, list *types.Tuple) {
	b.WriteByte('(')
	for v := range list.Variables() {
		write(b, v.Type())
		b.WriteByte(',')
	}
	b.WriteByte(')')
}
