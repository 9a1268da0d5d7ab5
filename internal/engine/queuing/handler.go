package queuing

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

// handles reports whether a function is called for events.
func (p *program) handles(fn *ssa.Function) bool {
	if p.handling == nil {
		p.handling = make(map[*ssa.Function]bool)
		for _, h := range p.handlers() {
			p.handling[h.fn] = true
		}
	}
	return p.handling[fn]
}

// handlers returns the functions that are called for events: those in the fields of handlers, those that such are made
// of, and the methods of handlers that the package declares.
func (p *program) handlers() []handler {
	var list []handler
	add := func(fn *ssa.Function, form Form, name string) {
		h := handler{fn, form, slices.Contains([]string{"OnAdd", "Create", "AddFunc", "CreateFunc", "OnDelete", "Delete", "DeleteFunc"}, name)}
		if fn != nil && !slices.Contains(list, h) {
			list = append(list, h)
		}
	}
	for _, fn := range p.funcs {
		if recv := fn.Signature.Recv(); recv != nil && fn.Parent() == nil {
			switch name := fn.Name(); {
			case known.HandlesEvents(recv.Type()) && (name == "OnAdd" || name == "OnUpdate" || name == "OnDelete"):
				add(fn, Plain, name)
			case (name == "Create" || name == "Update" || name == "Delete" || name == "Generic") && takesQueue(fn.Signature):
				add(fn, Watch, name)
			}
		}
		for instr := range ssacode.Instructions(fn) {
			switch i := instr.(type) {
			case *ssa.Store:
				field, ok := i.Addr.(*ssa.FieldAddr)
				if !ok {
					continue
				}
				if form, is := handlerType(field.X.Type()); is {
					for _, ref := range p.references(i.Val) {
						add(ref.fn, form, ways.Field(field.X.Type(), field.Field).Name())
					}
				}
			case *ssa.Call:
				results := i.Call.Signature().Results()
				if results.Len() != 1 || !known.HandlesEvents(results.At(0).Type()) {
					continue
				}
				for _, arg := range i.Call.Args {
					for _, ref := range p.references(arg) {
						add(ref.fn, Plain, "")
					}
				}
			}
		}
	}
	return list
}

// handlerType reports whether a type is that of event handlers made of functions.
func handlerType(t types.Type) (Form, bool) {
	if known.HandlesEvents(t) {
		return Plain, true
	}
	st, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return 0, false
	}
	s, ok := st.Elem().Underlying().(*types.Struct)
	if !ok {
		return 0, false
	}
	for f := range s.Fields() {
		if sig, ok := f.Type().Underlying().(*types.Signature); ok && f.Name() == "CreateFunc" && takesQueue(sig) {
			return Watch, true
		}
	}
	return 0, false
}
