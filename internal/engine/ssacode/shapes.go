package ssacode

import (
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/memo"
)

// The shapes of a package's structs are worked out once for each type of a field: all objects of an API embed the same two.
type shapes struct {
	notations map[types.Type]string
	methods   map[types.Type]promotion
}

// A promotion is what promoted returned.
type promotion struct {
	names []string
	known bool
}

func newShapes() *shapes {
	return &shapes{notations: make(map[types.Type]string), methods: make(map[types.Type]promotion)}
}

// notation is [code.TypeString].
func (s *shapes) notation(t types.Type) string {
	return memo.Of(s.notations, t, func() string { return code.TypeString(t) })
}

// fieldsOf returns the fields that have named types, and all that are embedded, even
// those whose type could not be resolved.
func (s *shapes) fieldsOf(st *types.Struct) []code.Field {
	var out []code.Field
	for i := range st.NumFields() {
		f := st.Field(i)
		if _, ok := types.Unalias(code.Deref(f.Type())).(*types.Named); ok || f.Embedded() {
			field := code.Field{Name: f.Name(), Type: s.notation(f.Type()), Embedded: f.Embedded()}
			if f.Embedded() {
				it, isInterface := f.Type().Underlying().(*types.Interface)
				field.Interface = isInterface && resolved(it)
				field.Methods, field.Resolved = s.promoted(f.Type())
			}
			out = append(out, field)
		}
	}
	return out
}

// promoted returns the names of the methods that a struct has from an embedded field, if they are all known.
func (s *shapes) promoted(t types.Type) (names []string, known bool) {
	have := memo.Of(s.methods, t, func() promotion {
		names, known := promoted(t)
		return promotion{names, known}
	})
	return have.names, have.known
}

func promoted(t types.Type) (names []string, known bool) {
	if !whole(t, 0) {
		return nil, false
	}
	if _, isPointer := t.Underlying().(*types.Pointer); !isPointer && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	for m := range types.NewMethodSet(t).Methods() {
		names = append(names, m.Obj().Name())
	}
	slices.Sort(names)
	return names, true
}

// whole reports whether all that a type embeds could be resolved.
func whole(t types.Type, depth int) bool {
	switch u := code.Deref(t).Underlying().(type) {
	case *types.Interface:
		return resolved(u)
	case *types.Struct:
		for f := range u.Fields() {
			if f.Embedded() && (depth > 8 || !whole(f.Type(), depth+1)) {
				return false
			}
		}
	case *types.Basic:
		return u.Kind() != types.Invalid
	}
	return true
}

// resolved reports whether all interfaces that an interface embeds could be resolved.
func resolved(it *types.Interface) bool {
	for t := range it.EmbeddedTypes() {
		if inner, ok := t.Underlying().(*types.Interface); !ok || !resolved(inner) {
			return false
		}
	}
	return true
}
