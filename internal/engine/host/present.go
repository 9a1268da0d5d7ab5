package host

import (
	"fmt"
	"maps"
	"path"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/value"
)

// Bounds on what is noted of one variable, and on the calls in progress that are looked at.
const (
	presentDepth = 4 // fields of fields
	presentCalls = 16
)

// FuncAt names a function by where it is declared, in the same way wherever its package is read.
func FuncAt(pkg string, at code.Pos) string {
	return fmt.Sprintf("%s/%s:%d:%d", pkg, path.Base(at.File), at.Line, at.Column)
}

// VarAt names a variable by where it is declared, or the result of a call by the name that is called.
func VarAt(line, column int) string { return fmt.Sprintf("@%d:%d", line, column) }

// Has reports whether a variable, or the field of one that a path names, was there in a function each time. Of a number
// it is enough that users set it.
func (p Present) Has(fn, root string, fields []string, number bool) bool {
	known, at := p[fn][root], ""
	for _, field := range fields {
		if !known[present+at] {
			return false
		}
		all := at + "." + allFields
		at += "." + field
		if number && known[filled+all] && !known[present+at] && !known[absent+at] {
			return true
		}
	}
	return known[present+at] || number && known[filled+at]
}

// Prune drops what says nothing: of variables that were not there, and that something was not there where nothing is
// said of all other fields.
func (p Present) Prune() {
	for _, roots := range p {
		for root, known := range roots {
			if !known[present] && !known[filled] {
				delete(roots, root)
				continue
			}
			all := false
			for name := range known {
				all = all || strings.HasSuffix(name, allFields)
			}
			maps.DeleteFunc(known, func(name string, _ bool) bool { return name[:1] == absent && !all })
		}
	}
}

// rootsOf returns what is kept in the registers of a function.
func rootsOf(fn *code.Func) map[int][]root {
	roots := make(map[int][]root)
	for in := range fn.Body().All() {
		if in.Dst < 0 || !in.Pos.IsValid() {
			continue
		}
		switch in.Op {
		case code.OpAlloc, code.OpCall, code.OpCallValue, code.OpInvoke:
			roots[in.Dst] = append(roots[in.Dst], root{VarAt(in.Pos.Line, in.Pos.Column), in.Op == code.OpAlloc})
		}
	}
	for i := range fn.Params {
		roots[i] = append(roots[i], root{name: fn.ParamNames[i]})
	}
	return roots
}

// A presence notes what is there in one call in progress.
type presence struct {
	*interp.Interp
	*sighting
	node  *value.Node
	roots map[int][]root
	known map[string]map[string]bool
	looks int // the register that is looked at
	*places
}

// again notes what has a value by now, and what may have another than before.
func (p *presence) again() {
	if p.memory == nil {
		p.leads = make(map[*value.Object]map[int]bool)
		p.node.Written = new(value.Written)
		for register := range p.roots {
			p.register(register)
		}
	} else {
		changed := make(map[int]bool)
		for _, register := range p.node.Written.Take() {
			changed[register] = true
		}
		value.Changed(p.memory, p.Memory(), func(o *value.Object) { maps.Copy(changed, p.leads[o]) })
		for register := range changed {
			p.register(register)
		}
	}
	p.memory, p.later = p.Memory().Copy(), 0
}

// further notes what has a value by now and had none before.
func (p *presence) further() {
	if p.node.Written == nil {
		p.node.Written = new(value.Written)
		for register := range p.roots {
			p.register(register)
		}
		return
	}
	for ; p.later < len(p.node.Written.List); p.later++ {
		if register := p.node.Written.List[p.later]; !p.noted[register] {
			p.register(register)
		}
	}
}

// register notes what is there of what a register holds.
func (p *presence) register(register int) {
	roots, v := p.roots[register], p.node.Registers[register]
	if len(roots) == 0 || v == nil {
		return
	}
	p.noted[register], p.looks = true, register
	for _, r := range roots {
		if r.variable {
			p.sees(v)
			p.note(r.name, p.Load(v))
		} else {
			p.note(r.name, v)
		}
	}
}

// sees notes that the register leads to the objects that a value points to.
func (p *presence) sees(v value.Value) {
	if p.leads == nil {
		return
	}
	for ptr := range value.Pointers(v) {
		memo.In(p.leads, ptr.Obj)[p.looks] = true
	}
}

// note notes what is there of a variable; what was not there another time does not count.
func (p *presence) note(root string, v value.Value) {
	here := p.scratch
	clear(here)
	p.look(here, p.variable, v, 0)
	before, again := p.known[root]
	if !again {
		p.known[root] = p.share(here)
		return
	}
	gone := func(name string, _ bool) bool { return name[:1] != absent && !here[name] }
	changes := false
	for name := range before {
		changes = changes || gone(name, true)
	}
	for name := range here {
		changes = changes || name[:1] == absent && !before[name]
	}
	if !changes {
		return
	}
	after := maps.Clone(before) // others may share it
	maps.DeleteFunc(after, gone)
	for name := range here {
		if name[:1] == absent {
			after[name] = true
		}
	}
	p.known[root] = p.share(after)
}

// look notes a value and its fields.
func (p *presence) look(here map[string]bool, at *place, v value.Value, depth int) {
	p.Did(value.Instruction)
	switch {
	case isSet(v):
		here[at.filled] = true
		return
	case !isThere(v):
		here[at.absent] = true
		return
	}
	here[at.present] = true
	if depth == presentDepth || isMade(v) {
		return
	}
	fields := make(map[string]bool)
	settings := true
	value.Each(v, func(x value.Value) {
		s, ok := p.structOf(x)
		if !ok {
			settings = settings && isSet(x)
			return
		}
		settings = settings && isSet(s.Rest)
		for field := range s.Fields {
			fields[field] = true
		}
	})
	if settings {
		here[at.field(allFields).filled] = true
	}
	for field := range fields {
		p.look(here, at.field(field), p.Field(v, field), depth+1)
	}
}

// isMade reports whether a value is one of the host's own, whose fields are none of the program's.
func isMade(v value.Value) bool {
	ptr, ok := value.Dynamic(v).(value.Ptr)
	return ok && (ptr.Obj.Type == builderType || ptr.Obj.Type == managerType || ptr.Obj.Type == configType)
}

func (p *presence) structOf(v value.Value) (*value.Struct, bool) {
	v = value.Dynamic(v)
	p.sees(v)
	if ptr, ok := v.(value.Ptr); ok {
		v = p.Load(ptr)
	}
	s, ok := v.(*value.Struct)
	return s, ok
}

// isThere reports whether a value is known to be neither nil nor zero.
func isThere(v value.Value) bool {
	return v != nil && value.Every(v, func(x value.Value) bool {
		switch x := value.Dynamic(x).(type) {
		case value.Ptr, *value.Struct, *value.Closure, *Input, *value.Arith, value.Map, value.Slice:
			return true
		case *value.Basic:
			return !value.IsZero(x)
		case *value.Unknown:
			return x.NonNil
		}
		return false
	})
}

// isSet reports whether a value is what users set, on each way.
func isSet(v value.Value) bool {
	return v != nil && value.Every(v, func(x value.Value) bool {
		u, ok := x.(*value.Unknown)
		return ok && u.Set && !u.Unresolved
	})
}
