package ssacode

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"golang.org/x/tools/go/ssa"
)

// Build returns the code of those functions of the package that are chosen and not too large, or nil if there is none.
func (c *Choice) Build(pkg *ssa.Package, funcs []*ssa.Function) *code.Package {
	funcs = slices.DeleteFunc(Among(funcs, c.pass.TypesInfo, c.Decls), func(fn *ssa.Function) bool {
		most := maxKeptInstrs
		switch of := outermost(fn).Object(); {
		case c.relevant[of]:
			most = maxSeedInstrs
		case c.helpers[of]:
			most = maxHelperInstrs
		}
		n := size(fn)
		return n == 0 || n > most
	})
	p := build(pkg, funcs, c.pass.Fset, c.selection, c.literals)
	if p == nil {
		return nil
	}
	for _, fn := range funcs {
		p.Funcs[funcSymbol(fn)].Relevant = c.relevant[outermost(fn).Object()]
	}
	p.Takers = append(p.Takers, c.takers.symbols(c.pass.TypesInfo, c.imports.Imports)...)
	slices.Sort(p.Takers)
	p.Takers = slices.Compact(p.Takers)
	return p
}

// Build returns the code of some functions of an SSA package, or nil if there is none.
func Build(pkg *ssa.Package, funcs []*ssa.Function, fset *token.FileSet, sel *Selector) *code.Package {
	return build(pkg, funcs, fset, newSelection(pkg.Pkg, nil, sel), true)
}

func build(pkg *ssa.Package, funcs []*ssa.Function, fset *token.FileSet, s *selection, literals bool) *code.Package {
	p := &code.Package{
		Path:    pkg.Pkg.Path(),
		Name:    pkg.Pkg.Name(),
		Main:    pkg.Pkg.Name() == "main",
		Funcs:   make(map[symbol.Name]*code.Func),
		Types:   make(map[symbol.Name]*code.Type),
		Imports: s.imports.Imports,
	}
	init := pkg.Func("init")
	if init != nil && (len(funcs) > 0 || literals || s.matters(init)) {
		for _, anon := range init.AnonFuncs {
			funcs = appendWithAnons(funcs, anon)
		}
		if size(init) <= maxInitInstrs {
			funcs = append(funcs, init)
		}
	}
	known := newShapes()
	c := &converter{
		pkg: p, anonymous: make(map[*types.Struct]symbol.Name), fset: fset, file: s.File, names: make(map[string]string), shape: s.Shape,
	}
	for _, fn := range funcs {
		for alloc := range All[*ssa.Alloc](fn) {
			if t, ok := code.Deref(alloc.Type()).(*types.Struct); ok && c.anonymous[t] == "" {
				name := funcSymbol(fn).Member(fmt.Sprintf("struct%d", len(c.anonymous)))
				c.anonymous[t] = name
				if fields := known.fieldsOf(t); len(fields) > 0 {
					p.Types[name] = &code.Type{Fields: fields}
				}
			}
		}
	}
	for _, fn := range funcs {
		f := c.convert(fn)
		if fn != init {
			f.Uses, f.RelevantResults = s.uses(fn)
			f.Relevant = literals && fn.Parent() != nil
			f.Generated = s.Generated != nil && s.Generated(fn.Pos())
		}
		p.Funcs[f.Sym] = f
		if fn.Parent() == nil && strings.HasPrefix(fn.Name(), "init#") {
			p.Inits = append(p.Inits, f.Sym)
		}
	}
	addTypes(p, pkg.Pkg, s.Method, known)
	if len(p.Funcs) > 0 {
		addVars(p, pkg, known)
	}
	if len(p.Funcs) == 0 && len(p.Types) == 0 && len(p.Imports) == 0 {
		return nil
	}
	p.Assigned = s.assigned(pkg, funcs)
	p.Takers = handedFunctions(pkg.Pkg, funcs)
	return p
}

// assigned returns the variables of pkg whose content is not their initialiser's
// alone: those a kept function sets or hands out the address of, and exported
// ones of a type that a setting could have, which other packages may set.
func (s *selection) assigned(pkg *ssa.Package, funcs []*ssa.Function) map[symbol.Name]bool {
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
	for _, fn := range funcs {
		if of := outermost(fn); of.Synthetic != "" && of.Name() == "init" {
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
	case *ssa.UnOp:
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
		matters := len(p.Funcs) > 0 || isFilter(named)
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
