package state

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/ways"
)

// variable is the prefix of the names of package variables.
const variable = "variable "

// fieldOf returns the name of the receiver's field that an address is of, embedded structs included, or of a package's variable.
func fieldOf(addr, recv ssa.Value) (string, bool) {
	if global, ok := addr.(*ssa.Global); ok {
		return variable + global.Name(), true
	}
	field, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return "", false
	}
	v := ways.Field(field.X.Type(), field.Field)
	if v == nil {
		return "", false
	}
	if same(field.X, recv) {
		return v.Name(), true
	}
	outer, ok := fieldOf(pointed(field.X), recv)
	return outer + "." + v.Name(), ok
}

// pointed returns where a pointer is read from, or the address that it is.
func pointed(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return load.X
	}
	return v
}

// fieldIn is [fieldOf] for an address that may be that of what is at the receiver's field itself, of which the name is "" then.
func fieldIn(addr, recv ssa.Value, at string) (string, bool) {
	if addr == recv {
		return "", at != ""
	}
	return fieldOf(addr, recv)
}

// itself returns what is in an interface, or what a call of a setter returns that returns what it is called on.
func itself(v ssa.Value) ssa.Value {
	for {
		switch made := v.(type) {
		case *ssa.MakeInterface:
			v = made.X
		case *ssa.ChangeInterface:
			v = made.X
		case *ssa.Call:
			fn := made.Call.StaticCallee()
			if fn == nil || len(fn.Params) == 0 || len(fn.Blocks) != 1 {
				return v
			}
			ret, ok := fn.Blocks[0].Instrs[len(fn.Blocks[0].Instrs)-1].(*ssa.Return)
			if !ok || first(ret.Results) != fn.Params[0] {
				return v
			}
			v = made.Call.Args[0]
		default:
			return v
		}
	}
}

// filled returns the field whose value a client's Get or List is handed to write into.
func filled(c *ssa.CallCommon, recv ssa.Value, at string) (string, bool) {
	if fn := ways.Called(c); fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != known.ControllerRuntime+"/pkg/client" {
		return "", false
	}
	for _, arg := range c.Args {
		if of := symbol.OfType(arg.Type()).Last(); !types.IsInterface(arg.Type()) || of == "Context" || of == "Patch" {
			continue
		}
		if name, ok := fieldIn(itself(arg), recv, at); ok {
			return name, true
		}
	}
	return "", false
}

// handsOut reports whether a pointer is handed to code of another package, or called by a method of that, which may read all that it points
// to: passstate, handed.
func handsOut(load *ssa.UnOp) bool {
	if !code.IsPointer(load.Type()) {
		return false
	}
	for _, use := range *load.Referrers() {
		switch use := use.(type) {
		case *ssa.MakeInterface:
			return true
		case ssa.CallInstruction:
			if callee := use.Common().StaticCallee(); callee != nil && len(callee.Blocks) == 0 {
				return true
			}
		}
	}
	return false
}

// isLoadOf reports whether a value is read from the variable that has the receiver.
func isLoadOf(v, recv ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && ways.Holds(load.X, recv)
}

// same reports whether a value is the receiver, also where a function literal captures its variable (state.txt).
func same(v, recv ssa.Value) bool {
	return v == recv || isLoadOf(v, recv) && types.Identical(v.Type(), recv.Type())
}

// receiver returns what a method is called on, nil for a call of a function.
func receiver(c *ssa.CallCommon) ssa.Value {
	fn := ways.Called(c)
	switch {
	case c.IsInvoke():
		return c.Value
	case fn != nil && fn.Signature().Recv() != nil && len(c.Args) > 0:
		return c.Args[0]
	}
	return nil
}

// partOf is [fieldOf] for what a field points to, or has as an element.
func partOf(v, recv ssa.Value) (string, bool) {
	for range 4 {
		v = pointed(v)
		if name, ok := fieldOf(v, recv); ok {
			return name, !strings.HasPrefix(name, variable)
		}
		at, ok := v.(*ssa.IndexAddr)
		if !ok {
			return "", false
		}
		v = at.X
	}
	return "", false
}

func first(list []ssa.Value) ssa.Value {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}
