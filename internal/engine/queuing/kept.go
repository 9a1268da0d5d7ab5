package queuing

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

// keep notes an item that is put into a list, a map, a field or a channel: whoever finds it there does the rest.
func (w *way) keep(instr ssa.Instruction) {
	s := w.s
	switch i := instr.(type) {
	case *ssa.Call:
		if b, ok := i.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			for _, v := range ways.Variadic(&i.Call) {
				s.keep(v)
			}
		}
		if ofCollection(&i.Call) {
			for _, v := range slices.Concat(i.Call.Args, ways.Variadic(&i.Call)) {
				s.keep(v)
			}
		}
	case *ssa.MapUpdate:
		if made, here := i.Map.(*ssa.MakeMap); !here || isRead(made) {
			s.keep(i.Key)
			s.keep(i.Value)
		}
	case *ssa.Send:
		s.keep(i.X)
	case *ssa.Select:
		for _, c := range i.States {
			if c.Send != nil {
				s.keep(c.Send)
			}
		}
	case *ssa.Store:
		var in ssa.Value
		switch to := i.Addr.(type) {
		case *ssa.FieldAddr:
			in = to.X
		case *ssa.IndexAddr:
			in = to.X
		}
		if _, local := in.(*ssa.Alloc); in != nil && !local {
			s.keep(i.Val)
		}
	}
}

// ofCollection reports whether a call is of a method of a map or list, such as a set's Insert.
func ofCollection(c *ssa.CallCommon) bool {
	callee := c.StaticCallee()
	if callee == nil || callee.Signature.Recv() == nil {
		return false
	}
	switch code.Deref(callee.Signature.Recv().Type()).Underlying().(type) {
	case *types.Map, *types.Slice:
		return true
	}
	return false
}

// isRead reports whether the function that makes a map looks into it: else it is only handed to a function, as one with fields for a log.
func isRead(made *ssa.MakeMap) bool {
	return slices.ContainsFunc(*made.Referrers(), func(i ssa.Instruction) bool {
		switch i.(type) {
		case *ssa.Range, *ssa.Lookup, *ssa.Store, *ssa.Phi:
			return true
		}
		return false
	})
}

func (s *state) keep(v ssa.Value) {
	for _, v := range append(contents(v), v) {
		if i, mine := s.itemOf(v); mine {
			s.items[i] |= kept
		}
	}
}

// contents returns what is written into a struct or a list where it is made.
func contents(v ssa.Value) []ssa.Value {
	v = source(v)
	switch x := v.(type) {
	case *ssa.UnOp:
		v = x.X
	case *ssa.Slice:
		v = x.X
	}
	made, ok := v.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var list []ssa.Value
	for _, use := range *made.Referrers() {
		if at, ok := use.(ssa.Value); ok { // of a field or an element
			for store := range ssacode.Only[*ssa.Store](*at.Referrers()) {
				if store.Addr == at {
					list = append(list, store.Val)
				}
			}
		}
	}
	return list
}

// complains notes that an error which the worker itself makes is handed to what reports errors, or that the text says the item is
// invalid: what the item is called is wrong then, and no other try mends it.
func (w *way) complains(c *ssa.CallCommon) {
	if !known.ReportsErrors(ways.CalledName(c)) {
		return
	}
	texts := c.Args
	made := false
	for _, arg := range c.Args {
		call, ok := source(arg).(*ssa.Call)
		if !ok {
			continue
		}
		switch known.Error(ways.CalledName(&call.Call)) {
		case known.NewError, known.FormatError:
			made = true
			texts = append(texts[:len(texts):len(texts)], call.Call.Args...)
		}
	}
	w.s.bad = w.s.bad || made && w.s.fate&failed == 0
	for _, v := range texts {
		if k, ok := v.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String &&
			strings.Contains(strings.ToLower(constant.StringVal(k.Value)), "invalid") {
			w.s.bad = true
		}
	}
}
