package queuing

import (
	"go/types"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"golang.org/x/tools/go/ssa"
)

// mirrors reports whether a type is an interface of the program's own that is made for queues: it has some of their methods and no
// others, and no type of its package has these methods, so that a call is of a queue's.
func mirrors(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || known.Foundation(named.Obj().Pkg().Path()) {
		return false
	}
	iface, ok := named.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return false
	}
	certain := false
	for m := range iface.Methods() {
		sig := m.Signature()
		switch m.Name() {
		case "AddRateLimited", "NumRequeues", "Forget", "Add":
			if sig.Params().Len() != 1 {
				return false
			}
			certain = certain || m.Name() == "AddRateLimited" || m.Name() == "NumRequeues"
		case "Get":
			if sig.Params().Len() != 0 || sig.Results().Len() != 2 || !isBool(sig.Results().At(1).Type()) {
				return false // what tells what something is, and an error
			}
		case "Done":
			if sig.Params().Len() != 1 || sig.Results().Len() != 0 {
				return false
			}
			certain = true
		case "AddAfter":
			certain = true
		case "Len", "ShutDown", "ShutDownWithDrain", "ShuttingDown":
		default:
			return false
		}
	}
	return certain && len(methods.Implementing(named.Obj().Pkg(), iface, iface.Method(0))) == 0
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// hidden notes a queue that becomes a value of an interface through which things are done with it that are not followed.
func (p *program) hidden(v ssa.Value, as types.Type) {
	iface, ok := as.Underlying().(*types.Interface)
	if !ok || holdsQueue(as) || !holdsQueue(v.Type()) {
		return
	}
	for m := range iface.Methods() {
		if operations[m.Name()] != 0 {
			p.of(v).escapes = true
		}
	}
}

// bind notes a queue's method that becomes a function value: whoever has it may call it.
func (p *program) bind(made *ssa.MakeClosure) {
	fn, ok := made.Fn.(*ssa.Function)
	if !ok || fn.Synthetic == "" || len(made.Bindings) != 1 {
		return
	}
	if method, ok := fn.Object().(*types.Func); ok && holdsQueue(made.Bindings[0].Type()) {
		if what := operations[method.Name()]; what != 0 {
			c := p.of(made.Bindings[0])
			c.note(what, made.Pos())
			c.bound = true
		}
	}
}
