package ssacode

import (
	"go/types"
	"iter"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// signature reports whether a function takes or returns something that matters.
func (s *selection) signature(sig *types.Signature) bool {
	if recv := sig.Recv(); recv != nil && s.typ(recv.Type(), 0) {
		return true
	}
	return s.signatureAt(sig, -1) || s.filters(sig)
}

// filters reports whether a function tells of an event whether it counts.
func (s *selection) filters(sig *types.Signature) bool {
	if s.Event == nil || sig.Params().Len() != 1 || sig.Results().Len() != 1 {
		return false
	}
	return syntax.IsBool(sig.Results().At(0).Type()) && s.Event(symbol.OfType(sig.Params().At(0).Type()))
}

// typ reports whether a value of type t can hold something that matters.
func (s *selection) typ(t types.Type, depth int) bool {
	if depth > maxTypeDepth {
		return false
	}
	if m, ok := s.types[t]; ok {
		return m
	}
	s.types[t] = false // a recursive type matters only for what else it holds
	m := s.holds(t, depth)
	s.types[t] = m
	return m
}

func (s *selection) holds(t types.Type, depth int) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if s.Type(symbol.Of(t.Obj())) {
			return true
		}
		if pkg := t.Obj().Pkg(); pkg == nil || pkg != s.tpkg && s.imports.Imports[pkg.Path()] == nil {
			// A package of interfaces alone has no code, and decorators are made of what it declares.
			return pkg != nil && s.embedsKnown(t)
		}
		return s.typ(t.Underlying(), depth+1)
	case *types.Pointer, *types.Slice, *types.Array, *types.Map:
		return s.typ(t.(interface{ Elem() types.Type }).Elem(), depth)
	case *types.Signature:
		return depth > 0 && s.signatureAt(t, depth+1)
	case *types.Struct:
		for i := range t.NumFields() {
			f := t.Field(i)
			if b, ok := code.Deref(f.Type()).Underlying().(*types.Basic); ok {
				if b.Info()&types.IsInteger != 0 && s.Field(f.Name()) {
					return true
				}
				continue
			}
			of := f.Type()
			if embedded, ok := code.Deref(of).Underlying().(*types.Struct); ok && f.Embedded() {
				of = embedded // a package of types alone has no code, and its structs are embedded for their fields
			}
			if s.typ(of, depth+1) {
				return true
			}
		}
	case *types.TypeParam:
		return s.typ(t.Constraint(), depth+1)
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if m.Name() == s.Method || s.signatureAt(m.Signature(), depth+1) {
				return true
			}
		}
	}
	return false
}

// embedsKnown reports whether a type is an interface that embeds one that matters, or has the method that makes types matter.
func (s *selection) embedsKnown(t *types.Named) bool {
	i, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for m := range i.Methods() {
		if m.Name() == s.Method {
			return true
		}
	}
	for e := range i.EmbeddedTypes() {
		if named, ok := types.Unalias(e).(*types.Named); ok && (s.Type(symbol.Of(named.Obj())) || s.embedsKnown(named)) {
			return true
		}
	}
	return false
}

func (s *selection) signatureAt(sig *types.Signature, depth int) bool {
	holds := func(t types.Type) bool { return s.typ(t, depth+1) }
	return syntax.AnyType(sig.Params(), holds) || syntax.AnyType(sig.Results(), holds)
}

// keeps reports whether a method is kept for its name, or a function because it makes
// a value with such a method.
func (s *selection) keeps(sig *types.Signature, name string) bool {
	if s.Keep == nil {
		return false
	}
	if sig.Recv() != nil && s.Keep(name) {
		return true
	}
	return syntax.AnyType(sig.Results(), func(t types.Type) bool {
		of := code.TypeName(t)
		return of != nil && of.Pkg() == s.tpkg && s.keepsMethod(of.Type().(*types.Named))
	})
}

// keepsMethod reports whether a type has a method that is kept for its name.
func (s *selection) keepsMethod(t *types.Named) bool {
	return anyMethod(t.Methods(), func(m *types.Func) bool { return s.Keep(m.Name()) })
}

// hands reports whether a function returns something that its callers may use in a way that matters.
func (s *selection) hands(sig *types.Signature) bool {
	return s.Hands != nil && syntax.AnyType(sig.Results(), func(t types.Type) bool { return s.Hands(symbol.OfType(code.Deref(t))) })
}

// starts reports whether a function is given a number and what has methods that take one: it may hand on how many workers there are.
func starts(sig *types.Signature) bool {
	return syntax.AnyType(sig.Params(), isInt) && syntax.AnyType(sig.Params(), func(t types.Type) bool {
		if list, ok := t.Underlying().(*types.Slice); ok {
			t = list.Elem()
		}
		i, ok := t.Underlying().(*types.Interface)
		return ok && anyMethod(i.Methods(), func(m *types.Func) bool { return syntax.AnyType(m.Signature().Params(), isInt) })
	})
}

// handsOn reports whether a function returns what its callers may run, or a list of such, keeps one that it is handed or calls a function
// with each that are kept: which object that is decides how many workers its queue has.
func handsOn(sig *types.Signature) bool {
	makes := syntax.AnyType(sig.Results(), func(t types.Type) bool { return !isPlain(t) }) // something of it, as of a factory of informers
	return syntax.AnyType(sig.Results(), runnable) || syntax.AnyType(sig.Params(), func(t types.Type) bool {
		if f, ok := t.Underlying().(*types.Signature); ok {
			return syntax.AnyType(f.Params(), runnable)
		}
		return !makes && types.IsInterface(t) && runnable(t)
	})
}

// runnable reports whether a type is of what may be run, or of a list of such.
func runnable(t types.Type) bool {
	switch list := t.Underlying().(type) {
	case *types.Slice:
		t = list.Elem()
	case *types.Map:
		t = list.Elem()
	}
	t = code.Deref(t)
	if i, ok := t.Underlying().(*types.Interface); ok {
		return anyMethod(i.Methods(), runs)
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && (anyMethod(named.Methods(), runs) || isFilter(named))
}

// isFilter reports whether a type tells which updates pass, or embeds what does: updates/kept.
func isFilter(t *types.Named) bool {
	if st, ok := t.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			if f.Embedded() && symbol.OfType(code.Deref(f.Type())).In(known.Predicate) {
				return true
			}
		}
	}
	return anyMethod(t.Methods(), func(m *types.Func) bool {
		params := m.Signature().Params()
		return m.Name() == "Update" && params.Len() == 1 && known.UpdateEvent(symbol.OfType(params.At(0).Type()))
	})
}

func anyMethod(methods iter.Seq[*types.Func], is func(*types.Func) bool) bool {
	for m := range methods {
		if is(m) {
			return true
		}
	}
	return false
}

// runs reports whether a method may run something until a context or a channel says that it is to end.
func runs(m *types.Func) bool {
	if m.Name() != "Run" && m.Name() != "Start" {
		return false
	}
	return syntax.AnyType(m.Signature().Params(), func(t types.Type) bool {
		if _, ok := t.Underlying().(*types.Chan); ok {
			return true
		}
		return symbol.OfType(t) == "context.Context"
	})
}

func isInt(t types.Type) bool { return types.Identical(t.Underlying(), types.Typ[types.Int]) }

// makesText reports whether a function makes one text of others, such as a controller's name of its kind's.
func makesText(sig *types.Signature) bool {
	if sig.Recv() != nil || sig.TypeParams().Len() > 0 || sig.Params().Len() == 0 || sig.Results().Len() != 1 {
		return false
	}
	return syntax.IsText(sig.Results().At(0).Type()) && !syntax.AnyType(sig.Params(), func(t types.Type) bool { return !syntax.IsText(t) })
}

// fluent reports whether a method returns a value of its receiver's type, as those of builders do that are called one after another.
func fluent(sig *types.Signature) bool {
	recv := sig.Recv()
	if recv == nil || sig.Params().Len() == 0 || sig.Results().Len() != 1 {
		return false
	}
	_, pointer := types.Unalias(recv.Type()).(*types.Pointer)
	return pointer && types.Identical(recv.Type(), sig.Results().At(0).Type())
}

// compares reports whether a function tells something of two objects of any kind, as those do that predicates call.
func compares(sig *types.Signature) bool {
	p, r := sig.Params(), sig.Results()
	return p.Len() == 2 && r.Len() == 1 && types.Identical(r.At(0).Type(), types.Typ[types.Bool]) &&
		types.Identical(p.At(0).Type(), p.At(1).Type()) && types.IsInterface(p.At(0).Type()) &&
		types.NewMethodSet(p.At(0).Type()).Lookup(nil, "GetGeneration") != nil
}

// looksUp reports whether a function is handed a map of texts alone and tells whether something is in it, as those do that predicates ask
// for an annotation: updates/looked.
func looksUp(sig *types.Signature) bool {
	p, r := sig.Params(), sig.Results()
	if p.Len() != 1 || r.Len() == 0 || !types.Identical(r.At(r.Len()-1).Type(), types.Typ[types.Bool]) {
		return false
	}
	texts, ok := p.At(0).Type().Underlying().(*types.Map)
	return ok && types.Identical(texts.Key(), types.Typ[types.String]) && types.Identical(texts.Elem(), types.Typ[types.String])
}

// makesOption reports whether a function returns one that sets fields of a struct of the package, as functional options do: what one that
// is not known sets is anything.
func (s *selection) makesOption(sig *types.Signature) bool {
	if sig.Results().Len() != 1 {
		return false
	}
	option, ok := sig.Results().At(0).Type().Underlying().(*types.Signature)
	if !ok || option.Params().Len() != 1 || option.Results().Len() != 0 {
		return false
	}
	pointer, ok := option.Params().At(0).Type().(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(pointer.Elem()).(*types.Named)
	if !ok || named.Obj().Pkg() != s.tpkg {
		return false
	}
	_, ok = named.Underlying().(*types.Struct)
	return ok
}

// changesReceiver reports whether a method returns nothing and can change what it is called on.
func changesReceiver(sig *types.Signature) bool {
	if sig.Recv() == nil || sig.Results().Len() > 0 {
		return false
	}
	_, pointer := types.Unalias(sig.Recv().Type()).(*types.Pointer)
	return pointer
}

func returnsNumber(sig *types.Signature) bool {
	return syntax.AnyType(sig.Results(), func(t types.Type) bool { return holdsNumbers(code.Deref(t)) })
}

// plain reports whether a function takes and returns numbers, texts and errors at most: what it does is then in variables, of which its
// callers show nothing.
func plain(sig *types.Signature) bool {
	return !syntax.AnyType(sig.Params(), func(t types.Type) bool { return !isPlain(t) }) &&
		!syntax.AnyType(sig.Results(), func(t types.Type) bool { return !isPlain(t) })
}

func isPlain(t types.Type) bool {
	_, basic := t.Underlying().(*types.Basic)
	return basic || types.Identical(t, types.Universe.Lookup("error").Type())
}
