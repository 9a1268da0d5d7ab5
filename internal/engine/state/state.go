// Package state finds what a reconciler keeps of one request where the pass of another request sees it: in its own fields and in
// variables. All workers of a controller call one reconciler. The same of what takes items from a queue made by hand, or
// is called for each by workers of another package, of Connect, by which Crossplane's reconcilers get their clients, and of what answers
// webhooks.
//
// # Contract
//
//	func (r *R) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
//		r.log = r.log.WithValues("pod", req.Name) // kept
//		…
//		r.log.Info("done")                        // with two workers: of which pod?
//	}
//
// A field is found if code that Reconcile reaches on its receiver sets it to something that is not the same for all, and code that
// Reconcile reaches reads it. So is one of what the receiver embeds or has a pointer to, also if a method of another package keeps there
// what it is handed (elsewhere.go). What happens under a lock, in sync.Once, or only where the field is not set yet is left out. Maps that
// are written into are package blocking's, which follows more calls.
//
// # What is not followed
//
// Calls through interfaces that more than one type of the package implements, other than on what a list of the receiver has, or none;
// function values other than those in fields, receivers that are made for a request, all else that methods of other packages do.
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

	"github.com/rllint/rllint/internal/engine/blocking"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// A Result lists the reconcilers of a package that keep something of a request.
type Result struct {
	Kept    []Reconciler
	Growing []Growing
}

// Found returns what the functions keep that were chosen.
func Found(pass *analysis.Pass, chosen map[*ast.FuncDecl]bool, funcs []*ssa.Function) Result {
	if len(chosen) == 0 {
		return Result{}
	}
	return Result{Kept: found(pass, funcs), Growing: growing(pass, chosen)}
}

// A Field is one that a pass of a reconciler sets, and reads.
type Field struct {
	Pos  token.Pos // where it is set
	Name string    // with the type and the fields that it is a field of: "Reconciler.log", or "variable log" of the package
	Read token.Pos // where it is read

	By    string // the method that begins the pass, such as Reconcile; "" if that takes items from a queue made by hand
	First bool   // it is set once, to what the first request says
}

// A Reconciler is one with such fields.
type Reconciler struct {
	Type   symbol.Name
	Fields []Field // that one function sets, by position
}

// found returns the types among the receivers of some functions that keep something of a request in their fields, for each function that
// does. What one worker sets another may read, if it takes items from a queue made by hand too (passstate: both).
func found(pkg *analysis.Pass, funcs []*ssa.Function) []Reconciler {
	var list []Reconciler
	built := make(map[types.Object]*ssa.Function)
	for _, fn := range funcs {
		built[fn.Object()] = fn
	}
	byType, setters := make(map[symbol.Name]*pass), syntax.Facts[*Setters](pkg)
	for _, fn := range funcs {
		recv := fn.Signature.Recv()
		if recv == nil || fn.Parent() != nil || len(fn.Params) == 0 {
			continue
		}
		obj, _ := fn.Object().(*types.Func)
		byHand := (fn.Name() != "Reconcile" || !known.Reconciles(fn.Signature)) &&
			(obj == nil || !known.ReconcilesKind(obj) && !known.Connects(obj) && !known.Admits(obj))
		if byHand && !blocking.Served(pkg)[obj] && !ssacode.Any(fn, takes) {
			continue // it is a part of a pass
		}
		of := symbol.OfType(code.Deref(recv.Type()))
		if byType[of] == nil {
			byType[of] = &pass{
				pkg: pkg, built: built,
				seen:    make(map[part]bool),
				sets:    make(map[string]ssa.Instruction),
				reads:   make(map[string][]token.Pos),
				whole:   make(map[string]token.Pos),
				lazy:    make(map[string]bool),
				first:   make(map[string]ssa.Instruction),
				asked:   make(map[token.Pos]bool),
				ends:    make(map[string]bool),
				setBy:   make(map[string]string),
				turns:   make(map[string][]turn),
				readIn:  make(map[string][]ssa.Instruction),
				setters: setters,
			}
		}
		p := byType[of]
		p.begins, p.by = fn, ""
		if !byHand {
			p.by = fn.Name()
		}
		if fn.Name() == "Reconcile" && !byHand {
			_, object := fn.Params[len(fn.Params)-1].Type().(*types.Pointer)
			p.made = object && !registered(pkg, of)
		}
		if code.IsPointer(recv.Type()) {
			p.follow(fn, fn.Params[0], "", false)
		} else { // each pass has a copy
			p.follow(fn, nil, "", false)
		}
		p.flagged()
	}
	for of, p := range byType {
		for _, fields := range p.fields(of.Last()) {
			list = append(list, Reconciler{Type: of, Fields: fields})
		}
	}
	slices.SortFunc(list, func(a, b Reconciler) int {
		return cmp.Or(cmp.Compare(a.Fields[0].Pos, b.Fields[0].Pos), cmp.Compare(a.Type, b.Type))
	})
	return list
}

// fields returns those that the pass sets and reads, by the function that sets them: who mends one there mends all.
func (p *pass) fields(reconciler string) map[*ssa.Function][]Field {
	by := make(map[*ssa.Function][]Field)
	for name, set := range p.sets {
		if p.within(name) || p.made && !strings.HasPrefix(name, variable) {
			continue // who keeps that elsewhere keeps this elsewhere too: passstate, whole
		}
		f := Field{Pos: set.Pos(), Name: name, By: p.setBy[name], Read: p.readAt(name)}
		if !strings.HasPrefix(name, variable) {
			f.Name = reconciler + "." + name
		}
		if !f.Read.IsValid() {
			f.Read = p.readBeside(name, set)
		}
		if !f.Read.IsValid() && !strings.HasPrefix(name, variable) {
			f.Read = p.handsBack
		}
		if f.Read.IsValid() && !p.lazy[name] {
			by[set.Parent()] = append(by[set.Parent()], f)
		}
	}
	for of, list := range p.reads {
		p.reads[of] = slices.DeleteFunc(list, func(at token.Pos) bool { return p.asked[at] })
	}
	for name, set := range p.first {
		if read := p.readAt(name); read.IsValid() && !p.ends[name] && p.sets[name] == nil && !strings.HasPrefix(name, variable) {
			by[set.Parent()] = append(by[set.Parent()],
				Field{Pos: set.Pos(), Name: reconciler + "." + name, By: "Reconcile", Read: read, First: true})
		}
	}
	for _, list := range by {
		slices.SortFunc(list, func(a, b Field) int { return cmp.Compare(a.Pos, b.Pos) })
	}
	return by
}

// follow follows a function that has the receiver as a value, or what its field at has; nil for one that can only set variables of the
// package. What it sets under a lock, its own or its caller's, is left out; what it reads is not: passstate, both.
func (p *pass) follow(fn *ssa.Function, recv ssa.Value, at string, outer bool) {
	if recv == nil {
		at = variable // it names no field, and is a part of its own
	}
	if free, seen := p.seen[part{fn, at}]; seen && (free || outer) || strings.Count(at, ".") > 3 {
		return
	}
	p.seen[part{fn, at}] = !outer
	full := func(name string) string {
		if strings.HasPrefix(name, variable) {
			return name
		}
		return strings.TrimSuffix(at+name, ".")
	}
	for instr := range ssacode.Instructions(fn) {
		locked := outer || held(instr)
		if fn == p.begins {
			p.step = instr
		}
		switch i := instr.(type) {
		case *ssa.Store:
			if name, ok := fieldIn(i.Addr, recv, at); ok && !locked {
				p.stores(i, recv, name, full(name))
			} else if ok && constant(i.Val) {
				p.ends[full(name)] = true
			}
		case *ssa.UnOp:
			if name, ok := fieldIn(i.X, recv, at); ok && i.Op == token.MUL && !onlySets(i, recv, name) {
				p.reads[full(name)] = append(p.reads[full(name)], i.Pos())
				p.readIn[full(name)] = append(p.readIn[full(name)], p.step)
				if _, all := i.Type().Underlying().(*types.Struct); all || handsOut(i) {
					p.whole[full(name)] = i.Pos()
				}
			}
		case *ssa.Return: // what a connecter returns is all used: passstate, handsBack
			if made, ok := first(i.Results).(*ssa.MakeInterface); ok && p.by == "Connect" {
				if name, ok := fieldOf(pointed(made.X), recv); ok {
					p.whole[full(name)] = i.Pos()
				} else if made.X == recv {
					p.handsBack = i.Pos()
				}
			}
		case *ssa.MakeClosure:
			if once(i) {
				continue
			}
			inner := i.Fn.(*ssa.Function)
			p.follow(inner, nil, "", locked || underLock(i))
			for n, bound := range i.Bindings {
				if ways.Holds(bound, recv) || same(bound, recv) {
					p.followFree(inner, inner.FreeVars[n], at, locked || underLock(i))
				}
			}
		case ssa.CallInstruction:
			if name, ok := filled(i.Common(), recv, at); ok {
				if !locked {
					p.set(full(name), i)
				}
				if does := called(i); does != "Get" && does != "List" { // which write it to the API server
					p.reads[full(name)] = append(p.reads[full(name)], i.Pos())
				}
			}
			if name := environment(i.Common(), recv); name != "" && !locked { // which whoever is called later may read
				p.set(name, i)
				p.reads[name] = append(p.reads[name], i.Pos())
			}
			if held := receiver(i.Common()); held != nil && !locked {
				if name, ok := partOf(held, recv); ok {
					if field := keptElsewhere(p.setters, p.pkg.Pkg, i.Common(), recv); field != "" {
						p.set(full(name+"."+field), i)
						p.reads[full(name+"."+field)] = append(p.reads[full(name+"."+field)], i.Pos())
					}
				}
			}
			list, only := p.implementing(i.Common())
			for _, method := range list {
				_, element := pointed(i.Common().Value).(*ssa.IndexAddr)
				if name, ok := partOf(i.Common().Value, recv); ok && element { // state.txt, steps in a list
					p.follow(method, method.Params[0], at+name+"."+code.TypeName(method.Params[0].Type()).Name()+".", locked)
				} else if ok && only {
					p.follow(method, method.Params[0], at+name+".", locked)
				} else if only && same(itself(i.Common().Value), recv) { // state.txt, by an interface
					p.follow(method, method.Params[0], at, locked)
				}
			}
			callee := i.Common().StaticCallee()
			if method := p.given(i.Common().Value, recv); method != nil {
				p.follow(method, method.Params[0], at, locked)
			}
			if callee == nil || len(callee.Blocks) == 0 {
				break
			}
			p.follow(callee, nil, "", locked)
			for n, arg := range i.Common().Args {
				if n >= len(callee.Params) {
					break
				}
				if arg = itself(arg); same(arg, recv) {
					p.follow(callee, callee.Params[n], at, locked)
				} else if name, ok := fieldOf(pointed(arg), recv); ok && !strings.HasPrefix(name, variable) {
					p.follow(callee, callee.Params[n], at+name+".", locked)
				}
			}
		}
	}
}

// followFree follows a function literal that captures the receiver's variable.
func (p *pass) followFree(fn *ssa.Function, free *ssa.FreeVar, at string, locked bool) {
	for load := range ssacode.Only[*ssa.UnOp](*free.Referrers()) {
		if load.Op == token.MUL {
			delete(p.seen, part{fn, at}) // each load is a value of its own
			p.follow(fn, load, at, locked)
		}
	}
	variable, ok := free.Type().Underlying().(*types.Pointer) // else a method value of an interface has that
	if !ok || !code.IsPointer(variable.Elem()) {
		p.follow(fn, free, at, locked)
	}
}

// given returns the method of the receiver that its field has in which a function is kept, if the package gives it one alone.
func (p *pass) given(called, recv ssa.Value) *ssa.Function {
	field, ok := pointed(called).(*ssa.FieldAddr)
	if !ok || !same(field.X, recv) {
		return nil
	}
	only := syntax.OnlyFunction(p.pkg, ways.Field(field.X.Type(), field.Field))
	if only == nil {
		return nil
	}
	method := p.built[syntax.Object(p.pkg.TypesInfo, only)]
	if method == nil || method.Signature.Recv() == nil || !types.Identical(method.Params[0].Type(), recv.Type()) {
		return nil
	}
	return method
}

// implementing returns the methods of the package that a call through an interface may reach, as far as they can set fields, and
// whether one type alone implements it: passstate, scales.
func (p *pass) implementing(call *ssa.CallCommon) (list []*ssa.Function, only bool) {
	if !call.IsInvoke() {
		return nil, false
	}
	all := methods.Implementing(p.pkg.Pkg, call.Value.Type().Underlying().(*types.Interface), call.Method)
	for _, fn := range all {
		if method := p.built[fn]; method != nil && code.IsPointer(method.Params[0].Type()) {
			list = append(list, method)
		}
	}
	return list, len(all) == 1
}

// readBeside returns where the package reads a variable that is set to what a request says, other than in a pass: another goroutine does
// so, and sees what the last request said (state.txt, read beside).
func (p *pass) readBeside(name string, set ssa.Instruction) token.Pos {
	store, ok := set.(*ssa.Store)
	of, isVariable := strings.CutPrefix(name, variable)
	v, _ := p.pkg.Pkg.Scope().Lookup(of).(*types.Var)
	if !ok || !isVariable || v == nil || !ofRequest(store.Val, nil, make(map[ssa.Value]bool)) {
		return token.NoPos
	}
	for at := range syntax.Uses(p.pkg, v) {
		if assign, ok := at.Parent().Node().(*ast.AssignStmt); !ok || !slices.Contains(assign.Lhs, at.Node().(ast.Expr)) {
			return at.Node().Pos()
		}
	}
	return token.NoPos
}
