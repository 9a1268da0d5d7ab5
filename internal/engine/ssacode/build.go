package ssacode

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"golang.org/x/tools/go/ssa"
)

// Limits on what is kept of a package. Larger functions and initialisers are
// tables or generated code; what they return is taken for unknown.
const (
	maxSeedInstrs   = 1_000_000 // of functions that handle what matters
	maxKeptInstrs   = 6000      // of functions that those call
	maxHelperInstrs = 80
	maxTextInstrs   = 16 // of functions that make a text
	maxInitInstrs   = 40000
	maxTypeDepth    = 12 // types nested in one that may hold something that matters
)

// A Selector tells [Build] which code can matter.
type Selector struct {
	// Package reports whether a package has functions or types that matter.
	Package func(path string) bool
	// Func reports whether the function, method or package variable matters: code that mentions it is kept.
	Func func(sym symbol.Name) bool
	// Type reports whether the named type with the symbol matters: functions
	// that take or return it are kept.
	Type func(sym symbol.Name) bool
	// Field reports whether an integer field of this name matters.
	Field func(name string) bool
	// Shape reports whether the interpreter's host wants to know the types of the last
	// parameter and the first result, result, of a call; sym is "" for one of a function value.
	Shape func(sym symbol.Name, result string) bool
	// Keep reports whether methods of a name are kept, whatever they do: they may be
	// called through interfaces.
	Keep func(name string) bool
	// Takes reports whether a function or method takes an item from a queue.
	Takes func(sym symbol.Name) bool
	// Hands reports whether small functions that return the named type are kept: what their callers do with it may matter.
	Hands func(sym symbol.Name) bool
	// Event reports whether the named type is that of an event: functions that tell of one whether it counts are kept.
	Event func(sym symbol.Name) bool
	// Method is the name of a method that makes a type matter.
	Method string
	// Generated reports whether the file of a position says that it is generated.
	Generated func(at token.Pos) bool
	// File gives the name that a position's file gets.
	File func(name string) string
}

// Build returns the code of an SSA package that can matter, or nil if there is
// none. Imports holds the code of imported packages, by path.
func Build(pkg *ssa.Package, funcs []*ssa.Function, fset *token.FileSet, imports map[string]*code.Package, sel *Selector) *code.Package {
	s := newSelection(pkg.Pkg, imports, sel)
	s.pkg, s.takers = pkg, newTakers[*ssa.Function](pkg.Pkg, imports, sel)
	all := append([]*ssa.Function(nil), funcs...)
	if init := pkg.Func("init"); init != nil {
		for _, anon := range init.AnonFuncs {
			all = appendWithAnons(all, anon)
		}
	}
	s.choose(all)
	p := &code.Package{
		Path:    pkg.Pkg.Path(),
		Name:    pkg.Pkg.Name(),
		Main:    pkg.Pkg.Name() == "main",
		Funcs:   make(map[symbol.Name]*code.Func),
		Types:   make(map[symbol.Name]*code.Type),
		Imports: imports,
	}
	known := newShapes()
	for t, name := range s.anonymous {
		if fields := known.fieldsOf(t); len(fields) > 0 {
			p.Types[name] = &code.Type{Fields: fields}
		}
	}
	c := &converter{pkg: p, anonymous: s.anonymous, fset: fset, file: sel.File, names: make(map[string]string), shape: sel.Shape}
	for _, fn := range all {
		if s.kept.Has[fn] {
			f := c.convert(fn)
			f.Uses, f.RelevantResults = s.uses[fn], s.relevantResults[fn]
			f.Relevant = s.relevant[fn]
			f.Generated = sel.Generated != nil && sel.Generated(fn.Pos())
			p.Funcs[f.Sym] = f
			if fn.Parent() == nil && len(fn.Name()) > 5 && fn.Name()[:5] == "init#" {
				p.Inits = append(p.Inits, f.Sym)
			}
		}
	}
	if init := pkg.Func("init"); init != nil && size(init) <= maxInitInstrs && (len(s.kept.Has) > 0 || s.matters(init)) {
		f := c.convert(init)
		p.Funcs[f.Sym] = f
	}
	addTypes(p, pkg.Pkg, sel.Method, known)
	if len(p.Funcs) > 0 {
		addVars(p, pkg, known)
	}
	if len(p.Funcs) == 0 && len(p.Types) == 0 && len(imports) == 0 {
		return nil
	}
	p.Assigned = s.assigned(all)
	p.Takers = append(symbols(s.takers, imports), handedFunctions(pkg.Pkg, s.kept)...)
	slices.Sort(p.Takers)
	p.Takers = slices.Compact(p.Takers)
	return p
}

// assigned returns the variables of pkg whose content is not their initialiser's
// alone: those a kept function sets or hands out the address of, and exported
// ones of a type that a setting could have, which other packages may set.
func (s *selection) assigned(all []*ssa.Function) map[symbol.Name]bool {
	pkg, kept := s.pkg, s.kept.Has
	out := make(map[symbol.Name]bool)
	for _, m := range pkg.Members {
		if g, ok := m.(*ssa.Global); ok && token.IsExported(g.Name()) {
			b, ok := code.Deref(code.Deref(g.Type())).Underlying().(*types.Basic)
			if ok && b.Info()&types.IsInteger != 0 || !ok && s.typ(code.Deref(g.Type()), 0) {
				out[symbol.Of(g.Object())] = true
			}
		}
	}
	var buf [16]*ssa.Value
	for _, fn := range all {
		if !kept[fn] || fn.Parent() != nil && fn.Parent().Synthetic != "" && fn.Parent().Name() == "init" {
			continue
		}
		for instr := range Instructions(fn) {
			for _, op := range instr.Operands(buf[:0]) {
				if g, ok := (*op).(*ssa.Global); ok && g.Pkg == pkg && g.Object() != nil && changes(instr, g) {
					out[symbol.Of(g.Object())] = true
				}
			}
		}
	}
	return out
}

// changes reports whether an instruction may change what is at an address.
func changes(instr ssa.Instruction, addr ssa.Value) bool {
	switch i := instr.(type) {
	case *ssa.UnOp, *ssa.DebugRef:
		return false
	case *ssa.FieldAddr:
		return anyChanges(i)
	case *ssa.IndexAddr:
		return i.X == addr && anyChanges(i)
	case *ssa.Call:
		// Calling a method on a variable, such as once.Do, leaves what matters of it alone
		// unless it is a plain pointer handed on.
		return i.Call.Signature().Recv() == nil
	}
	return true
}

func anyChanges(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool { return changes(r, v) })
}

func appendWithAnons(list []*ssa.Function, fn *ssa.Function) []*ssa.Function {
	list = append(list, fn)
	for _, anon := range fn.AnonFuncs {
		list = appendWithAnons(list, anon)
	}
	return list
}

func size(fn *ssa.Function) int {
	n := 0
	for _, b := range fn.Blocks {
		n += len(b.Instrs)
	}
	return n
}

// addTypes records the methods and fields of the package's types.
// A type that has neither kept code nor, in a package that has some, a method or a field
// cannot be told apart from any other, and is left out.
func addTypes(p *code.Package, pkg *types.Package, entry string, known *shapes) {
	add := func(name *types.TypeName) {
		named, ok := name.Type().(*types.Named)
		if !ok || types.IsInterface(named) {
			return
		}
		sym := symbol.Of(name)
		t := &code.Type{}
		matters := len(p.Funcs) > 0
		for i := range named.NumMethods() {
			m := named.Method(i)
			t.Methods = append(t.Methods, m.Name())
			// Whether a type has the entry method counts even where its code does not.
			matters = matters || m.Name() == entry
		}
		if st, ok := named.Underlying().(*types.Struct); ok {
			t.Fields = known.fieldsOf(st)
		}
		if matters && len(t.Methods)+len(t.Fields) > 0 {
			slices.Sort(t.Methods)
			p.Types[sym] = t
		}
	}
	scope := pkg.Scope()
	for _, n := range scope.Names() {
		if name, ok := scope.Lookup(n).(*types.TypeName); ok {
			add(name)
		}
	}
}

// addVars records the types of the package's variables that are structs or texts. A struct
// without a name gets the variable's.
func addVars(p *code.Package, pkg *ssa.Package, known *shapes) {
	p.Vars = make(map[symbol.Name]string)
	for _, m := range pkg.Members {
		g, ok := m.(*ssa.Global)
		if !ok || g.Object() == nil {
			continue
		}
		sym := symbol.Of(g.Object())
		switch t := types.Unalias(code.Deref(g.Type())).(type) {
		case *types.Basic:
			if t.Kind() == types.String {
				p.Vars[sym] = code.StringVar
			}
		case *types.Named:
			if _, ok := t.Underlying().(*types.Struct); ok {
				p.Vars[sym] = code.TypeString(t)
			}
		case *types.Struct:
			p.Vars[sym] = string(sym)
			if fields := known.fieldsOf(t); len(fields) > 0 {
				p.Types[sym] = &code.Type{Fields: fields}
			}
		}
	}
}
