package adopt

import (
	"go/types"

	"github.com/rllint/rllint/internal/engine/code"
)

// Interfaces are what is known of the types whose methods may be called through interfaces.
type interfaces struct {
	kept     map[types.Type]bool    // types with methods whose values are kept in interfaces
	seen     map[[2]types.Type]bool // a type and an interface that it was converted to
	assertTo []assertion
}

// An assertion is of values to be of an interface type.
type assertion struct {
	to    *types.Interface
	where string
}

func newInterfaces() interfaces {
	return interfaces{kept: make(map[types.Type]bool), seen: make(map[[2]types.Type]bool)}
}

// converted notes that a value of a type is kept in an interface. Fix is told which methods may be called through it.
func (i *interfaces) converted(t, to types.Type, where string, fix func(key, why string)) {
	if _, ok := t.Underlying().(*types.Interface); ok || i.seen[[2]types.Type{t, to}] {
		return
	}
	i.seen[[2]types.Type{t, to}] = true
	if !hasMethods(t) {
		return
	}
	i.kept[t] = true
	methods, ok := to.Underlying().(*types.Interface)
	if !ok {
		return
	}
	for m := range methods.Methods() {
		through(t, m, "may be called through the interface "+interfaceName(to)+" at "+where, fix)
	}
}

// hasMethods reports whether a type, or what it points to, has a name or embeds something.
func hasMethods(t types.Type) bool {
	switch u := code.Deref(t).(type) {
	case *types.Named:
		return true
	case *types.Alias:
		return hasMethods(types.Unalias(u))
	case *types.Struct:
		return u.NumFields() > 0
	}
	return false
}

func interfaceName(t types.Type) string {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		if pkg := named.Obj().Pkg(); pkg != nil {
			return pkg.Name() + "." + named.Obj().Name()
		}
		return named.Obj().Name()
	}
	return "without a name"
}

// through tells fix of the method of a type that has the name of an interface's.
func through(t types.Type, m *types.Func, why string, fix func(key, why string)) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, m.Pkg(), m.Name())
	fn, ok := obj.(*types.Func)
	if ok && fix != nil {
		fix(keyOfFunc(fn), why)
	}
	return ok
}

// asserted notes that values are asserted to be of a type.
func (i *interfaces) asserted(t types.Type, where string) {
	if t == nil {
		return
	}
	if to, ok := t.Underlying().(*types.Interface); ok && to.NumMethods() > 0 {
		i.assertTo = append(i.assertTo, assertion{to, interfaceName(t) + " at " + where})
	}
}

// assert tells fix of the methods that may be called through interfaces which values are asserted to be: of all types
// that are kept in any.
func (i *interfaces) assert(fix func(key, why string)) {
	for _, a := range i.assertTo {
		for t := range i.kept {
			all := true
			for m := range a.to.Methods() {
				all = all && through(t, m, "", nil)
			}
			if !all {
				continue
			}
			for m := range a.to.Methods() {
				through(t, m, "may be called through the interface "+a.where, fix)
			}
		}
	}
}
