// Package state finds what a reconciler keeps of one request where the pass of another request sees it: in its own fields and in
// variables of its package. All workers of a controller call one reconciler.
//
// # Contract
//
//	func (r *R) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
//		r.log = r.log.WithValues("pod", req.Name) // kept
//		…
//		r.log.Info("done")                        // with two workers: of which pod?
//	}
//
// A field is found if code that Reconcile reaches on its receiver sets it to something that is not the same for all, and code
// that Reconcile reaches reads it. Or it is a map, and that code writes into it. What happens under a lock, in sync.Once, or only
// where the field is not set yet is left out.
//
// # What is not followed
//
// Calls through interfaces and function values, receivers that are made for a request, what pointers in fields point to.
package state

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// A Field is one that a pass of a reconciler sets, and reads.
type Field struct {
	Pos  token.Pos // where it is set
	Name string    // with the type and the fields that it is a field of: "Reconciler.log", or "variable log" of the package
	Map  bool      // it is a map that is written into
	Read token.Pos // where it is read, of a map the same as Pos
}

// A Reconciler is one with such fields.
type Reconciler struct {
	Type   symbol.Name
	Fields []Field // that one function sets, by position
}

// Choose returns the methods of the package's reconcilers.
func Choose(pass *analysis.Pass) map[*ast.FuncDecl]bool {
	reconcilers := make(map[*types.TypeName]bool)
	byType := make(map[*types.TypeName][]*ast.FuncDecl)
	for decl := range syntax.FuncDecls(pass) {
		fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || fn.Signature().Recv() == nil {
			continue
		}
		of := code.TypeName(fn.Signature().Recv().Type())
		byType[of] = append(byType[of], decl)
		if fn.Name() == "Reconcile" && known.Reconciles(fn.Signature()) {
			reconcilers[of] = true
		}
	}
	chosen := make(map[*ast.FuncDecl]bool)
	for of := range reconcilers {
		if of == nil {
			continue
		}
		for _, decl := range byType[of] {
			chosen[decl] = true
		}
	}
	return chosen
}

// Found returns the reconcilers among some functions that keep something of a request in their fields, for each function that does.
func Found(funcs []*ssa.Function) []Reconciler {
	var list []Reconciler
	for _, fn := range funcs {
		recv := fn.Signature.Recv()
		if recv == nil || fn.Parent() != nil || fn.Name() != "Reconcile" || !known.Reconciles(fn.Signature) || len(fn.Params) == 0 {
			continue
		}
		if _, pointer := recv.Type().Underlying().(*types.Pointer); !pointer {
			continue // each pass has a copy
		}
		of := symbol.OfType(code.Deref(recv.Type()))
		p := &pass{
			seen:  make(map[*ssa.Function]bool),
			sets:  make(map[string]ssa.Instruction),
			reads: make(map[string][]token.Pos),
			lazy:  make(map[string]bool),
		}
		p.follow(fn, fn.Params[0])
		for _, fields := range p.fields(of.Last()) {
			list = append(list, Reconciler{Type: of, Fields: fields})
		}
	}
	slices.SortFunc(list, func(a, b Reconciler) int { return cmp.Compare(a.Fields[0].Pos, b.Fields[0].Pos) })
	return list
}

// A pass is what a Reconcile and the functions that it hands its receiver to do with the receiver's fields.
type pass struct {
	seen  map[*ssa.Function]bool
	sets  map[string]ssa.Instruction
	reads map[string][]token.Pos
	lazy  map[string]bool // set where they are not set yet
}

// fields returns those that the pass sets and reads, by the function that sets them: who mends one there mends all.
func (p *pass) fields(reconciler string) map[*ssa.Function][]Field {
	by := make(map[*ssa.Function][]Field)
	for name, set := range p.sets {
		f := Field{Pos: set.Pos(), Name: name}
		if !strings.HasPrefix(name, variable) {
			f.Name = reconciler + "." + name
		}
		if _, f.Map = set.(*ssa.MapUpdate); f.Map {
			f.Read = f.Pos
		} else if i := slices.IndexFunc(p.reads[name], token.Pos.IsValid); i >= 0 {
			f.Read = p.reads[name][i]
		}
		if f.Read.IsValid() && !p.lazy[name] {
			by[set.Parent()] = append(by[set.Parent()], f)
		}
	}
	for _, list := range by {
		slices.SortFunc(list, func(a, b Field) int { return cmp.Compare(a.Pos, b.Pos) })
	}
	return by
}

// follow follows a function that has the receiver as a value.
func (p *pass) follow(fn *ssa.Function, recv ssa.Value) {
	if p.seen[fn] {
		return
	}
	p.seen[fn] = true
	locked := locks(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Store:
				name, ok := fieldOf(i.Addr, recv)
				if !ok || locked || constant(i.Val) {
					break
				}
				if unset(i, recv, name) {
					p.lazy[name] = true
				} else if p.sets[name] == nil || i.Pos() < p.sets[name].Pos() {
					p.sets[name] = i
				}
			case *ssa.MapUpdate:
				if load, ok := i.Map.(*ssa.UnOp); ok && load.Op == token.MUL && !locked {
					if name, ok := fieldOf(load.X, recv); ok && p.sets[name] == nil {
						p.sets[name] = i
					}
				}
			case *ssa.UnOp:
				if name, ok := fieldOf(i.X, recv); ok && i.Op == token.MUL && !onlySets(i, recv, name) {
					p.reads[name] = append(p.reads[name], i.Pos())
				}
			case *ssa.MakeClosure:
				inner := i.Fn.(*ssa.Function)
				for n, bound := range i.Bindings {
					if holds(bound, recv) && !once(i) {
						p.followFree(inner, inner.FreeVars[n])
					}
				}
			case ssa.CallInstruction:
				callee := i.Common().StaticCallee()
				if callee == nil || len(callee.Blocks) == 0 || locked {
					break
				}
				for n, arg := range i.Common().Args {
					if arg == recv && n < len(callee.Params) {
						p.follow(callee, callee.Params[n])
					}
				}
			}
		}
	}
}

// followFree follows a function literal that captures the receiver's variable.
func (p *pass) followFree(fn *ssa.Function, free *ssa.FreeVar) {
	for load := range ssacode.Only[*ssa.UnOp](*free.Referrers()) {
		if load.Op == token.MUL {
			delete(p.seen, fn) // each load is a value of its own
			p.follow(fn, load)
		}
	}
	if _, pointer := free.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Pointer); !pointer {
		p.follow(fn, free)
	}
}

// holds reports whether a captured variable has the receiver.
func holds(v, recv ssa.Value) bool {
	if v == recv {
		return true
	}
	alloc, ok := v.(*ssa.Alloc)
	return ok && slices.ContainsFunc(*alloc.Referrers(), func(use ssa.Instruction) bool {
		store, ok := use.(*ssa.Store)
		return ok && store.Addr == alloc && store.Val == recv
	})
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

// variable is the prefix of the names of package variables.
const variable = "variable "

// fieldOf returns the name of the receiver's field that an address is of, embedded structs included, or of the package's variable.
func fieldOf(addr, recv ssa.Value) (string, bool) {
	if global, ok := addr.(*ssa.Global); ok && global.Pkg == recv.Parent().Pkg {
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
	if field.X == recv || isLoadOf(field.X, recv) {
		return v.Name(), true
	}
	outer, ok := fieldOf(field.X, recv)
	return outer + "." + v.Name(), ok
}

// isLoadOf reports whether a value is read from the variable that has the receiver.
func isLoadOf(v, recv ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && holds(load.X, recv)
}

// locks reports whether a function takes a lock.
func locks(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if m := ways.Called(call.Common()); m != nil && (m.Name() == "Lock" || m.Name() == "RLock") {
				return true
			}
		}
	}
	return false
}

// constant reports whether a value is the same for all requests.
func constant(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Global, *ssa.MakeMap, *ssa.MakeChan:
		return true
	case *ssa.BinOp: // a count
		_, x := v.X.(*ssa.Const)
		_, y := v.Y.(*ssa.Const)
		return x || y
	case *ssa.MakeInterface:
		return constant(v.X)
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL { // a literal without anything of the request
			return !slices.ContainsFunc(*alloc.Referrers(), func(use ssa.Instruction) bool {
				addr, ok := use.(*ssa.FieldAddr)
				return ok && slices.ContainsFunc(*addr.Referrers(), func(use ssa.Instruction) bool {
					store, ok := use.(*ssa.Store)
					return ok && !constant(store.Val)
				})
			})
		}
		_, global := v.X.(*ssa.Global)
		return global
	}
	return false
}

// unset reports whether a field is set only where a condition holds about it, such as that it is nil, or about one that is set
// beside it (passstate: domains).
func unset(store *ssa.Store, recv ssa.Value, name string) bool {
	names := []string{name}
	for beside := range ssacode.Only[*ssa.Store](store.Block().Instrs) {
		if of, ok := fieldOf(beside.Addr, recv); ok {
			names = append(names, of)
		}
	}
	for b := store.Block().Idom(); b != nil; b = b.Idom() {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if ok && slices.ContainsFunc(names, func(name string) bool { return reads(branch.Cond, recv, name, 5) }) {
			return true
		}
	}
	return false
}

// reads reports whether a value is made of a field.
func reads(v, recv ssa.Value, name string, depth int) bool {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if of, ok := fieldOf(load.X, recv); ok && (of == name || strings.HasPrefix(name, of+".") || strings.HasPrefix(of, name+".")) {
			return true
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
			case *ssa.DebugRef:
				return false
			case ssa.Value:
				return !only(use, depth-1)
			}
			return true
		})
	}
	return only(load, 4)
}
