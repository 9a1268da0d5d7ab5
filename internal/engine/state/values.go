package state

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/ways"
)

// held reports whether a function holds a lock at an instruction: one that it has taken before and not given back yet, or gives back when
// it returns (passstate: between).
func held(at ssa.Instruction) bool {
	for b, before := at.Block(), slices.Index(at.Block().Instrs, at); b != nil; b = b.Idom() {
		if before < 0 {
			before = len(b.Instrs)
		}
		for _, instr := range slices.Backward(b.Instrs[:before]) {
			switch _, later := instr.(*ssa.Defer); {
			case later:
			case slices.Contains([]string{"Unlock", "RUnlock"}, called(instr)):
				return false
			case strings.HasSuffix(called(instr), "Lock"):
				return true
			}
		}
		before = -1
	}
	return false
}

// called returns the name of the function or method that an instruction calls, "" for none.
func called(i ssa.Instruction) string {
	if call, ok := i.(ssa.CallInstruction); ok {
		if fn := ways.Called(call.Common()); fn != nil {
			return fn.Name()
		}
	}
	return ""
}

// constant reports whether a value is the same for all requests.
func constant(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Global, *ssa.MakeMap, *ssa.MakeChan:
		return true
	case *ssa.BinOp: // a count
		_, x := v.X.(*ssa.Const)
		_, y := v.Y.(*ssa.Const)
		text, ok := v.Type().Underlying().(*types.Basic)
		return (x || y) && !(ok && text.Info()&types.IsString != 0)
	case *ssa.MakeInterface:
		return constant(v.X)
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL { // a literal without anything of the request
			return !slices.ContainsFunc(stored(alloc), func(v ssa.Value) bool { return !constant(v) })
		}
		_, global := v.X.(*ssa.Global)
		return global
	}
	return false
}

// stored returns what is put into a variable, and into its fields or elements: a variable that a function literal captures, a literal, or
// the arguments of a call (passstate: captured).
func stored(alloc *ssa.Alloc) (list []ssa.Value) {
	var of func(addr ssa.Value)
	of = func(addr ssa.Value) {
		for _, use := range *addr.Referrers() {
			switch use := use.(type) {
			case *ssa.Store:
				if use.Addr == addr {
					list = append(list, use.Val)
				}
			case *ssa.FieldAddr:
				of(use)
			case *ssa.IndexAddr:
				of(use)
			}
		}
	}
	of(alloc)
	return list
}

// unset returns the branch by which a field is set only where a condition holds about it, such as that it is nil, or about one that is set
// beside it (passstate: domains); nil if there is none.
func unset(store *ssa.Store, recv ssa.Value, name string) *ssa.If {
	names := []string{name}
	for beside := range ssacode.Only[*ssa.Store](store.Block().Instrs) {
		if of, ok := fieldOf(beside.Addr, recv); ok {
			names = append(names, of)
		}
	}
	for b := store.Block().Idom(); b != nil; b = b.Idom() {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if ok && slices.ContainsFunc(names, func(name string) bool { return reads(branch.Cond, recv, name, 5) }) {
			return branch
		}
	}
	return nil
}

// zeroed returns what a condition reads of a field to compare it with a constant, such as nil; nil if it does not.
func zeroed(cond, recv ssa.Value, name string) ssa.Value {
	test, ok := cond.(*ssa.BinOp)
	if !ok {
		return nil
	}
	_, against := test.Y.(*ssa.Const)
	if of, ok := fieldOf(pointed(test.X), recv); ok && against && of == name {
		return test.X
	}
	return nil
}

// ofRequest reports whether a value is made of the object or the name of a request, as a function is handed it (passstate: keepsFirst), or
// of an object that was read by that name (passstate: dialsOnce).
func ofRequest(v, recv ssa.Value, seen map[ssa.Value]bool) bool {
	if v == nil || seen[v] {
		return false
	}
	seen[v] = true
	if param, ok := v.(*ssa.Parameter); ok {
		of := symbol.OfType(param.Type())
		return v != recv && (known.IsObject(param.Type()) || of == known.Reconcile+".Request" ||
			of == "k8s.io/apimachinery/pkg/types.NamespacedName")
	}
	if alloc, ok := v.(*ssa.Alloc); ok {
		return slices.ContainsFunc(slices.Concat(stored(alloc), besideOf(alloc)), func(v ssa.Value) bool { return ofRequest(v, recv, seen) })
	}
	made, ok := v.(ssa.Instruction)
	return ok && slices.ContainsFunc(made.Operands(nil), func(op *ssa.Value) bool { return ofRequest(*op, recv, seen) })
}

// besideOf returns what the calls are handed that get an object to fill.
func besideOf(object *ssa.Alloc) (list []ssa.Value) {
	for handed := range ssacode.Only[*ssa.MakeInterface](*object.Referrers()) {
		for call := range ssacode.Only[*ssa.Call](*handed.Referrers()) {
			list = append(list, call.Call.Args...)
		}
	}
	return list
}

// reads reports whether a value is made of a field.
func reads(v, recv ssa.Value, name string, depth int) bool {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if of, ok := fieldOf(load.X, recv); ok { // and not what this is a field of, too: passstate, handsBack
			return of == name || strings.HasPrefix(name, of+".") || strings.HasPrefix(of, name+".")
		}
	}
	made, ok := v.(ssa.Instruction)
	return ok && depth > 0 && slices.ContainsFunc(made.Operands(nil), func(op *ssa.Value) bool {
		return *op != nil && reads(*op, recv, name, depth-1)
	})
}

// onlySets reports whether what is read of a field serves only to set the field again.
func onlySets(load *ssa.UnOp, recv ssa.Value, name string) bool {
	var only func(v ssa.Value, depth int) bool
	only = func(v ssa.Value, depth int) bool {
		refs := v.Referrers()
		return refs != nil && len(*refs) > 0 && depth > 0 && !slices.ContainsFunc(*refs, func(use ssa.Instruction) bool {
			switch use := use.(type) {
			case *ssa.Store:
				of, ok := fieldOf(use.Addr, recv)
				return !ok || of != name
			case ssa.Value:
				return !only(use, depth-1)
			}
			return true
		})
	}
	return only(load, 4)
}

// underLock reports whether a function literal is handed to a function that is named for a lock, or is handed one (state.txt, under a
// lock).
func underLock(lit *ssa.MakeClosure) bool {
	for call := range ssacode.Only[ssa.CallInstruction](*lit.Referrers()) {
		if strings.Contains(strings.ToLower(called(call)), "lock") || slices.ContainsFunc(call.Common().Args, func(arg ssa.Value) bool {
			return symbol.OfType(code.Deref(arg.Type())).In("sync")
		}) {
			return true
		}
	}
	return false
}

// once reports whether a function literal is handed to sync.Once.
func once(lit *ssa.MakeClosure) bool {
	for call := range ssacode.Only[ssa.CallInstruction](*lit.Referrers()) {
		if fn := ways.Called(call.Common()); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync" {
			return true
		}
	}
	return false
}

// environment returns the variable of the process's environment that a call sets to something of the request, "" for any other call:
// state.txt, environment.
func environment(c *ssa.CallCommon, recv ssa.Value) string {
	fn := ways.Called(c)
	if fn == nil || symbol.Of(fn) != setenv || !ofRequest(c.Args[1], recv, make(map[ssa.Value]bool)) {
		return ""
	}
	name := variable + "of the environment"
	if key, ok := c.Args[0].(*ssa.Const); ok {
		name = variable + strings.Trim(key.Value.ExactString(), `"`) + " of the environment"
	}
	return name
}

const setenv symbol.Name = "os.Setenv"
