package ssacode

import (
	"fmt"
	"go/types"
	"maps"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"golang.org/x/tools/go/ssa"
)

// A selection decides which functions of a package are kept.
type selection struct {
	relevant map[*ssa.Function]bool // those kept for what they do, not only because others call them
	*Selector
	tpkg            *types.Package
	imports         *code.Package
	pkg             *ssa.Package
	kept            Set[*ssa.Function]
	types           map[types.Type]bool
	objects         map[types.Object]bool
	packages        map[*types.Package]bool
	anonymous       map[*types.Struct]symbol.Name // names given to structs that have none
	uses            map[*ssa.Function][]symbol.Name
	relevantResults map[*ssa.Function][]symbol.Name
	takers          *takers[*ssa.Function] // of [Build] alone: a chooser has declarations
	anywhere        bool                   // types of all packages are looked into
}

func newSelection(pkg *types.Package, imports map[string]*code.Package, sel *Selector) *selection {
	return &selection{
		Selector:        sel,
		imports:         &code.Package{Imports: imports},
		tpkg:            pkg,
		relevant:        make(map[*ssa.Function]bool),
		types:           make(map[types.Type]bool),
		objects:         make(map[types.Object]bool),
		packages:        make(map[*types.Package]bool),
		anonymous:       make(map[*types.Struct]symbol.Name),
		uses:            make(map[*ssa.Function][]symbol.Name),
		relevantResults: make(map[*ssa.Function][]symbol.Name),
	}
}

// choose keeps the functions that mention or handle something that matters, then
// those that mention a kept one, then those they call.
func (s *selection) choose(all []*ssa.Function) {
	users := make(map[*ssa.Function][]*ssa.Function) // who mentions a function of this package
	mentions := make(map[*ssa.Function][]*ssa.Function)
	helpers := make(map[*ssa.Function]bool)
	others := make(map[*ssa.Function]bool) // kept only where something else of the package is
	setters, read := make(map[*types.Var][]*ssa.Function), make(map[*types.Var]bool)
	held := make(map[*ssa.Global][]*ssa.Function)
	if init := s.pkg.Func("init"); init != nil {
		held = functionsOf(init)
	}
	var buf [16]*ssa.Value
	for _, fn := range all {
		n := size(fn)
		if n == 0 || n > maxSeedInstrs {
			continue
		}
		seed := s.signature(fn.Signature) || fillsNumbers(fn.Signature) || s.entry(fn)
		reads := returnsNumber(fn.Signature)
		if !seed && (n <= maxHelperInstrs && returnsNumber(fn.Signature) ||
			n <= maxHelperInstrs && (s.hands(fn.Signature) || starts(fn.Signature)) || s.keeps(fn.Signature, fn.Name())) {
			helpers[fn] = true
		}
		if !seed && n <= maxHelperInstrs && runsOthers(fn) {
			helpers[fn] = true
		}
		if !seed && (n <= maxTextInstrs && makesText(fn.Signature) ||
			n <= maxHelperInstrs && (fluent(fn.Signature) || handsOn(fn.Signature) || s.makesOption(fn.Signature) || callsField(fn) ||
				onlySets(fn))) {
			others[fn] = true
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if alloc, ok := instr.(*ssa.Alloc); ok {
					if t, ok := code.Deref(alloc.Type()).(*types.Struct); ok {
						s.anonymous[t] = funcSymbol(fn).Member(fmt.Sprintf("struct%d", len(s.anonymous)))
					}
				}
				if call, ok := instr.(ssa.CallInstruction); ok {
					seed = s.callee(fn, call.Common()) || seed
					for _, callee := range s.reach(fn, call.Common().Method) {
						mentions[fn] = append(mentions[fn], callee)
						if plain(callee.Signature) {
							users[callee] = append(users[callee], fn)
						}
					}
				}
				for _, op := range instr.Operands(buf[:0]) {
					switch v := (*op).(type) {
					case *ssa.Function:
						v = s.declared(v)
						if v.Pkg == s.pkg || v.Parent() != nil {
							users[v] = append(users[v], fn)
							mentions[fn] = append(mentions[fn], v)
							s.uses[fn] = append(s.uses[fn], funcSymbol(v))
						}
						s.takers.mention(fn, v.Object())
						seed = s.mention(fn, v.Object()) || seed
					case *ssa.Global:
						for _, in := range held[v] {
							users[s.declared(in)] = append(users[s.declared(in)], fn)
						}
						seed = s.mention(fn, v.Object()) || seed
						if n := s.setting(v.Object()); n != nil {
							read[n] = read[n] || reads || seed || n.Exported()
						}
					}
				}
				for _, v := range s.sets(instr) {
					setters[v] = append(setters[v], fn)
				}
			}
		}
		if seed {
			s.kept.Add(fn)
		}
	}
	for v, is := range read {
		if is {
			s.kept.Add(setters[v]...)
		}
	}
	s.takers.close(users, func(fn *ssa.Function) (*ssa.Function, bool) { return fn.Parent(), fn.Parent() != nil })
	for fn := range s.takers.of.Has {
		if n := size(fn); n > 0 && n <= maxSeedInstrs {
			s.kept.Add(fn)
		}
	}
	s.kept.Spread(func(fn *ssa.Function) {
		s.kept.Add(users[fn]...)
		if parent := fn.Parent(); parent != nil {
			s.kept.Add(parent)
		}
	})
	maps.Copy(s.relevant, s.kept.Has)
	if len(s.kept.Has) == 0 && len(helpers) == 0 {
		clear(others) // nothing else of the package matters
	}
	s.kept.Again()
	for _, fn := range all {
		if helpers[fn] || others[fn] {
			s.kept.Add(fn)
		}
	}
	small := func(fn *ssa.Function) bool { n := size(fn); return n > 0 && n <= maxKeptInstrs }
	s.kept.Spread(func(fn *ssa.Function) {
		for _, inner := range [][]*ssa.Function{mentions[fn], fn.AnonFuncs} {
			for _, callee := range inner {
				if small(callee) {
					s.kept.Add(callee)
				}
			}
		}
	})
	if len(s.kept.Has) > 0 {
		for _, fn := range all {
			if fn.Parent() == nil && len(fn.Name()) > 5 && fn.Name()[:5] == "init#" && small(fn) {
				s.kept.Add(fn)
			}
		}
	}
}

// declared returns the function that is declared for one that SSA makes of it: an instance of a generic function, or what a method
// value is called through.
func (s *selection) declared(fn *ssa.Function) *ssa.Function {
	if method, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" && fn.Pkg == nil && method.Pkg() == s.tpkg {
		if of := fn.Prog.FuncValue(method.Origin()); of != nil {
			return of
		}
	}
	if fn.Origin() != nil {
		return fn.Origin()
	}
	return fn
}

// matters reports whether the initialisers of a package's variables mention something
// that matters, as in a package that only lists the set-up functions of others, or make names from types, which
// controllers may have.
func (s *selection) matters(init *ssa.Function) bool {
	var buf [16]*ssa.Value
	for instr := range Instructions(init) {
		for _, op := range instr.Operands(buf[:0]) {
			var obj types.Object
			switch v := (*op).(type) {
			case *ssa.Function:
				obj = v.Object()
			case *ssa.Global:
				obj = v.Object()
			}
			if obj != nil && (s.object(obj) || obj.Pkg() != nil && obj.Pkg().Path() == "reflect" && strings.HasPrefix(obj.Name(), "Type")) {
				return true
			}
		}
	}
	return false
}

// entry reports whether fn is where a program begins. A program that hands its
// commands to a library to be called mentions nothing else that matters.
func (s *selection) entry(fn *ssa.Function) bool {
	return fn.Name() == "main" && s.tpkg.Name() == "main" && fn.Parent() == nil && fn.Signature.Recv() == nil && len(s.imports.Imports) > 0
}

// callee notes what a call through an interface or a function value may reach.
func (s *selection) callee(fn *ssa.Function, call *ssa.CallCommon) (seed bool) {
	if m := call.Method; m != nil {
		if s.object(m) {
			seed = true
		}
		if pkg := m.Pkg(); pkg != nil && (seed || pkg == s.tpkg || s.imports.Imports[pkg.Path()] != nil) {
			s.uses[fn] = append(s.uses[fn], symbol.Of(m))
		}
		return seed
	}
	if _, static := call.Value.(*ssa.Function); static {
		return false
	}
	for v := range call.Signature().Results().Variables() {
		if name := symbol.OfType(v.Type()); name != "" && s.Type(name) {
			s.relevantResults[fn] = append(s.relevantResults[fn], name)
		}
	}
	return false
}

// reach notes what a call of an interface's method may reach, if it is one. It returns the methods that the package
// has for an interface of its own.
func (s *selection) reach(fn *ssa.Function, method *types.Func) (own []*ssa.Function) {
	if method == nil {
		return nil
	}
	s.takers.mention(fn, method)
	for _, m := range s.takers.implementing(method) {
		if callee := fn.Prog.FuncValue(m); callee != nil {
			s.takers.reach(fn, callee)
			if method.Pkg() == s.tpkg {
				own = append(own, callee)
			}
		}
	}
	return own
}

// mention notes that fn mentions an object and reports whether that matters.
func (s *selection) mention(fn *ssa.Function, obj types.Object) bool {
	if obj == nil || !s.object(obj) {
		return false
	}
	s.uses[fn] = append(s.uses[fn], symbol.Of(obj))
	return true
}

// object reports whether a function, method or variable matters itself, or is
// a function of an imported package whose code was kept.
func (s *selection) object(obj types.Object) bool {
	pkg := obj.Pkg()
	if pkg == nil || pkg == s.tpkg {
		return false
	}
	known, ok := s.packages[pkg]
	if !ok {
		known = s.Package(pkg.Path()) || s.imports.Imports[pkg.Path()] != nil
		s.packages[pkg] = known
	}
	if !known {
		return false
	}
	if m, ok := s.objects[obj]; ok {
		return m
	}
	sym := symbol.Of(obj)
	m := s.Func(sym)
	if f := s.imports.Find(sym); f != nil && f.Relevant {
		m = true
	}
	s.objects[obj] = m
	return m
}
