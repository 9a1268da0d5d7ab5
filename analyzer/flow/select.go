package flow

import (
	"fmt"
	"go/token"
	"go/types"
	"sort"

	"golang.org/x/tools/go/ssa"
)

// Limits on what is kept of a package. Larger functions and initialisers are
// tables or generated code; what they return is taken for unknown.
const (
	maxSeedInstrs   = 1_000_000 // of functions that handle what matters
	maxKeptInstrs   = 6000      // of functions that those call
	maxHelperInstrs = 80
	maxInitInstrs   = 40000
	maxTypeDepth    = 12 // types nested in one that may hold something that matters
)

// A Selector tells [Build] which code can matter.
type Selector struct {
	// Package reports whether a package has functions or types that matter.
	Package func(path string) bool
	// Func reports whether the function, method or package variable with the
	// symbol matters: code that mentions it is kept.
	Func func(sym string) bool
	// Type reports whether the named type with the symbol matters: functions
	// that take or return it are kept.
	Type func(sym string) bool
	// Field reports whether an integer field of this name matters.
	Field func(name string) bool
	// Method is the name of a method that makes a type matter.
	Method string
	// File gives the name that a position's file gets.
	File func(name string) string
}

// Build returns the code of an SSA package that can matter, or nil if there is
// none. Imports holds the code of imported packages, by path.
func Build(pkg *ssa.Package, funcs []*ssa.Function, fset *token.FileSet, imports map[string]*Package, sel *Selector) *Package {
	s := newSelection(pkg.Pkg, imports, sel)
	s.pkg = pkg
	all := append([]*ssa.Function(nil), funcs...)
	if init := pkg.Func("init"); init != nil {
		for _, anon := range init.AnonFuncs {
			all = appendWithAnons(all, anon)
		}
	}
	s.choose(all)
	p := &Package{
		Path:    pkg.Pkg.Path(),
		Main:    pkg.Pkg.Name() == "main",
		Funcs:   make(map[string]*Func),
		Types:   make(map[string]*Type),
		Imports: imports,
	}
	for t, name := range s.anonymous {
		if fields := structFields(t); len(fields) > 0 {
			p.Types[name] = &Type{Fields: fields}
		}
	}
	c := &converter{pkg: p, anonymous: s.anonymous, fset: fset, file: sel.File, names: make(map[string]string), method: sel.Method}
	for _, fn := range all {
		if s.kept[fn] {
			f := c.convert(fn)
			f.Uses, f.Yields = s.uses[fn], s.yields[fn]
			f.Strong = s.strong[fn]
			p.Funcs[f.Sym] = f
			if fn.Parent() == nil && len(fn.Name()) > 5 && fn.Name()[:5] == "init#" {
				p.Inits = append(p.Inits, f.Sym)
			}
		}
	}
	if init := pkg.Func("init"); init != nil && len(s.kept) > 0 && size(init) <= maxInitInstrs {
		f := c.convert(init)
		p.Funcs[f.Sym] = f
	}
	p.addTypes(pkg.Pkg, sel.Method)
	if len(s.kept) > 0 {
		p.addVars(pkg)
	}
	if len(s.kept) == 0 && len(p.Types) == 0 && len(imports) == 0 {
		return nil
	}
	p.Assigned = s.assigned(all)
	return p
}

// assigned returns the variables of pkg whose content is not their initialiser's
// alone: those a kept function sets or hands out the address of, and exported
// ones of a type that a setting could have, which other packages may set.
func (s *selection) assigned(all []*ssa.Function) map[string]bool {
	pkg, kept := s.pkg, s.kept
	out := make(map[string]bool)
	for _, m := range pkg.Members {
		if g, ok := m.(*ssa.Global); ok && token.IsExported(g.Name()) {
			b, ok := deref(deref(g.Type())).Underlying().(*types.Basic)
			if ok && b.Info()&types.IsInteger != 0 || !ok && s.typ(deref(g.Type()), 0) {
				out[Symbol(g.Object())] = true
			}
		}
	}
	var buf [16]*ssa.Value
	for _, fn := range all {
		if !kept[fn] || fn.Parent() != nil && fn.Parent().Synthetic != "" && fn.Parent().Name() == "init" {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(buf[:0]) {
					if g, ok := (*op).(*ssa.Global); ok && g.Pkg == pkg && g.Object() != nil && changes(instr, g) {
						out[Symbol(g.Object())] = true
					}
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
	for _, r := range *v.Referrers() {
		if changes(r, v) {
			return true
		}
	}
	return false
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
func (p *Package) addTypes(pkg *types.Package, entry string) {
	add := func(name *types.TypeName) {
		named, ok := name.Type().(*types.Named)
		if !ok || types.IsInterface(named) {
			return
		}
		sym := Symbol(name)
		t := &Type{}
		for i := range named.NumMethods() {
			// Whether a type has the entry method counts even where its code does not.
			if m := named.Method(i); p.Funcs[Symbol(m)] != nil || m.Name() == entry {
				t.Methods = append(t.Methods, m.Name())
			}
		}
		if st, ok := named.Underlying().(*types.Struct); ok {
			t.Fields = structFields(st)
		}
		if len(t.Methods) > 0 || len(t.Fields) > 0 && len(p.Funcs) > 0 {
			sort.Strings(t.Methods)
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

// structFields returns the fields that have named types.
func structFields(st *types.Struct) []Field {
	var out []Field
	for i := range st.NumFields() {
		f := st.Field(i)
		if _, ok := types.Unalias(deref(f.Type())).(*types.Named); ok {
			out = append(out, Field{Name: f.Name(), Type: TypeString(f.Type()), Embedded: f.Embedded()})
		}
	}
	return out
}

// addVars records the types of the package's variables that are structs. A struct
// without a name gets the variable's.
func (p *Package) addVars(pkg *ssa.Package) {
	p.Vars = make(map[string]string)
	for _, m := range pkg.Members {
		g, ok := m.(*ssa.Global)
		if !ok || g.Object() == nil {
			continue
		}
		sym := Symbol(g.Object())
		switch t := types.Unalias(deref(g.Type())).(type) {
		case *types.Named:
			if _, ok := t.Underlying().(*types.Struct); ok {
				p.Vars[sym] = TypeString(t)
			}
		case *types.Struct:
			p.Vars[sym] = sym
			if fields := structFields(t); len(fields) > 0 {
				p.Types[sym] = &Type{Fields: fields}
			}
		}
	}
}

// A selection decides which functions of a package are kept.
type selection struct {
	strong map[*ssa.Function]bool // those kept for what they do, not only because others call them
	*Selector
	tpkg      *types.Package
	imports   *Package
	pkg       *ssa.Package
	kept      map[*ssa.Function]bool
	types     map[types.Type]bool
	objects   map[types.Object]bool
	packages  map[*types.Package]bool
	work      []*ssa.Function
	anonymous map[*types.Struct]string // names given to structs that have none
	uses      map[*ssa.Function][]string
	yields    map[*ssa.Function][]string
}

func newSelection(pkg *types.Package, imports map[string]*Package, sel *Selector) *selection {
	return &selection{
		Selector:  sel,
		imports:   &Package{Imports: imports},
		tpkg:      pkg,
		kept:      make(map[*ssa.Function]bool),
		strong:    make(map[*ssa.Function]bool),
		types:     make(map[types.Type]bool),
		objects:   make(map[types.Object]bool),
		packages:  make(map[*types.Package]bool),
		anonymous: make(map[*types.Struct]string),
		uses:      make(map[*ssa.Function][]string),
		yields:    make(map[*ssa.Function][]string),
	}
}

// choose keeps the functions that mention or handle something that matters, then
// those that mention a kept one, then those they call.
func (s *selection) choose(all []*ssa.Function) {
	users := make(map[*ssa.Function][]*ssa.Function) // who mentions a function of this package
	mentions := make(map[*ssa.Function][]*ssa.Function)
	helpers := make(map[*ssa.Function]bool)
	var buf [16]*ssa.Value
	for _, fn := range all {
		n := size(fn)
		if n == 0 || n > maxSeedInstrs {
			continue
		}
		seed := s.signature(fn.Signature) || s.entry(fn)
		if !seed && n <= maxHelperInstrs && returnsNumber(fn.Signature) {
			helpers[fn] = true
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if alloc, ok := instr.(*ssa.Alloc); ok {
					if t, ok := deref(alloc.Type()).(*types.Struct); ok {
						s.anonymous[t] = fmt.Sprintf("%s.struct%d", funcSymbol(fn), len(s.anonymous))
					}
				}
				if call, ok := instr.(ssa.CallInstruction); ok {
					seed = s.callee(fn, call.Common()) || seed
				}
				for _, op := range instr.Operands(buf[:0]) {
					switch v := (*op).(type) {
					case *ssa.Function:
						if v.Origin() != nil {
							v = v.Origin()
						}
						if v.Pkg == s.pkg || v.Parent() != nil {
							users[v] = append(users[v], fn)
							mentions[fn] = append(mentions[fn], v)
							s.uses[fn] = append(s.uses[fn], funcSymbol(v))
						}
						seed = s.mention(fn, v.Object()) || seed
					case *ssa.Global:
						seed = s.mention(fn, v.Object()) || seed
					}
				}
			}
		}
		if seed {
			s.keep(fn)
		}
	}
	for len(s.work) > 0 { // callers
		fn := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		for _, user := range users[fn] {
			s.keep(user)
		}
		if parent := fn.Parent(); parent != nil {
			s.keep(parent)
		}
	}
	for fn, kept := range s.kept {
		s.strong[fn] = kept
	}
	for _, fn := range all { // callees
		if s.kept[fn] || helpers[fn] {
			s.kept[fn] = false
			s.keep(fn)
		}
	}
	small := func(fn *ssa.Function) bool { n := size(fn); return n > 0 && n <= maxKeptInstrs }
	for len(s.work) > 0 {
		fn := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		for _, callee := range mentions[fn] {
			if small(callee) {
				s.keep(callee)
			}
		}
		for _, anon := range fn.AnonFuncs {
			if small(anon) {
				s.keep(anon)
			}
		}
	}
	if len(s.kept) > 0 {
		for _, fn := range all {
			if fn.Parent() == nil && len(fn.Name()) > 5 && fn.Name()[:5] == "init#" && small(fn) {
				s.keep(fn)
			}
		}
	}
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
			s.uses[fn] = append(s.uses[fn], Symbol(m))
		}
		return seed
	}
	if _, static := call.Value.(*ssa.Function); static {
		return false
	}
	for i := range call.Signature().Results().Len() {
		if named, ok := types.Unalias(call.Signature().Results().At(i).Type()).(*types.Named); ok && s.Type(Symbol(named.Obj())) {
			s.yields[fn] = append(s.yields[fn], Symbol(named.Obj()))
		}
	}
	return false
}

// mention notes that fn mentions an object and reports whether that matters.
func (s *selection) mention(fn *ssa.Function, obj types.Object) bool {
	if obj == nil || !s.object(obj) {
		return false
	}
	s.uses[fn] = append(s.uses[fn], Symbol(obj))
	return true
}

func (s *selection) keep(fn *ssa.Function) {
	if !s.kept[fn] {
		s.kept[fn] = true
		s.work = append(s.work, fn)
	}
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
	sym := Symbol(obj)
	m := s.Func(sym)
	if f := s.imports.Find(sym); f != nil && f.Strong {
		m = true
	}
	s.objects[obj] = m
	return m
}

// signature reports whether a function takes or returns something that matters.
func (s *selection) signature(sig *types.Signature) bool {
	if recv := sig.Recv(); recv != nil && s.typ(recv.Type(), 0) {
		return true
	}
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for i := range tuple.Len() {
			if s.typ(tuple.At(i).Type(), 0) {
				return true
			}
		}
	}
	return false
}

// typ reports whether a value of type t can hold something that matters.
func (s *selection) typ(t types.Type, depth int) bool {
	if depth > maxTypeDepth {
		return false
	}
	if m, ok := s.types[t]; ok {
		return m
	}
	s.types[t] = false // a recursive type matters only for what else it holds
	m := s.holds(t, depth)
	s.types[t] = m
	return m
}

func (s *selection) holds(t types.Type, depth int) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if s.Type(Symbol(t.Obj())) {
			return true
		}
		if pkg := t.Obj().Pkg(); pkg == nil || (pkg != s.tpkg && s.imports.Imports[pkg.Path()] == nil) {
			return false
		}
		return s.typ(t.Underlying(), depth+1)
	case *types.Pointer:
		return s.typ(t.Elem(), depth)
	case *types.Slice:
		return s.typ(t.Elem(), depth)
	case *types.Array:
		return s.typ(t.Elem(), depth)
	case *types.Map:
		return s.typ(t.Elem(), depth)
	case *types.Signature:
		return depth > 0 && s.signatureAt(t, depth+1)
	case *types.Struct:
		for i := range t.NumFields() {
			f := t.Field(i)
			if b, ok := deref(f.Type()).Underlying().(*types.Basic); ok {
				if b.Info()&types.IsInteger != 0 && s.Field(f.Name()) {
					return true
				}
				continue
			}
			if s.typ(f.Type(), depth+1) {
				return true
			}
		}
	case *types.TypeParam:
		return s.typ(t.Constraint(), depth+1)
	case *types.Interface:
		for i := range t.NumExplicitMethods() {
			if s.signatureAt(t.ExplicitMethod(i).Type().(*types.Signature), depth+1) {
				return true
			}
		}
	}
	return false
}

func (s *selection) signatureAt(sig *types.Signature, depth int) bool {
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for i := range tuple.Len() {
			if s.typ(tuple.At(i).Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

func returnsNumber(sig *types.Signature) bool {
	for i := range sig.Results().Len() {
		if b, ok := deref(sig.Results().At(i).Type()).Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
			return true
		}
	}
	return false
}
