package ssacode

import (
	"fmt"
	"go/types"
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
	kept            map[*ssa.Function]bool
	types           map[types.Type]bool
	objects         map[types.Object]bool
	packages        map[*types.Package]bool
	work            []*ssa.Function
	anonymous       map[*types.Struct]symbol.Name // names given to structs that have none
	uses            map[*ssa.Function][]symbol.Name
	relevantResults map[*ssa.Function][]symbol.Name
	anywhere        bool // types of all packages are looked into
}

func newSelection(pkg *types.Package, imports map[string]*code.Package, sel *Selector) *selection {
	return &selection{
		Selector:        sel,
		imports:         &code.Package{Imports: imports},
		tpkg:            pkg,
		kept:            make(map[*ssa.Function]bool),
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
	var buf [16]*ssa.Value
	for _, fn := range all {
		n := size(fn)
		if n == 0 || n > maxSeedInstrs {
			continue
		}
		seed := s.signature(fn.Signature) || fillsNumbers(fn.Signature) || s.entry(fn)
		reads := returnsNumber(fn.Signature)
		if !seed && (n <= maxHelperInstrs && returnsNumber(fn.Signature) || n <= maxHelperInstrs && s.hands(fn.Signature) || s.keeps(fn.Signature, fn.Name())) {
			helpers[fn] = true
		}
		if !seed && (n <= maxTextInstrs && makesText(fn.Signature) || n <= maxHelperInstrs && (fluent(fn.Signature) || callsField(fn))) {
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
						seed = s.mention(fn, v.Object()) || seed
					case *ssa.Global:
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
			s.keep(fn)
		}
	}
	for v, is := range read {
		for _, fn := range setters[v] {
			if is {
				s.keep(fn)
			}
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
		s.relevant[fn] = kept
	}
	if len(s.kept) == 0 && len(helpers) == 0 {
		clear(others) // nothing else of the package matters
	}
	for _, fn := range all { // callees
		if s.kept[fn] || helpers[fn] || others[fn] {
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
	for _, b := range init.Blocks {
		for _, instr := range b.Instrs {
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
	for i := range call.Signature().Results().Len() {
		if named, ok := types.Unalias(call.Signature().Results().At(i).Type()).(*types.Named); ok && s.Type(symbol.Of(named.Obj())) {
			s.relevantResults[fn] = append(s.relevantResults[fn], symbol.Of(named.Obj()))
		}
	}
	return false
}

// mention notes that fn mentions an object and reports whether that matters.
func (s *selection) mention(fn *ssa.Function, obj types.Object) bool {
	if obj == nil || !s.object(obj) {
		return false
	}
	s.uses[fn] = append(s.uses[fn], symbol.Of(obj))
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
	sym := symbol.Of(obj)
	m := s.Func(sym)
	if f := s.imports.Find(sym); f != nil && f.Relevant {
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
	if depth > maxTypeDepth && !s.anywhere {
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
		if s.Type(symbol.Of(t.Obj())) {
			return true
		}
		if pkg := t.Obj().Pkg(); pkg == nil || !s.anywhere && (pkg != s.tpkg && s.imports.Imports[pkg.Path()] == nil) {
			// A package of interfaces alone has no code, and decorators are made of what it declares.
			return pkg != nil && s.embedsKnown(t)
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
			if b, ok := code.Deref(f.Type()).Underlying().(*types.Basic); ok {
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
		for m := range t.ExplicitMethods() {
			if m.Name() == s.Method || s.signatureAt(m.Signature(), depth+1) {
				return true
			}
		}
	}
	return false
}

// embedsKnown reports whether a type is an interface that embeds one that matters, or has the method that makes types matter.
func (s *selection) embedsKnown(t *types.Named) bool {
	i, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for m := range i.Methods() {
		if m.Name() == s.Method {
			return true
		}
	}
	for e := range i.EmbeddedTypes() {
		if named, ok := types.Unalias(e).(*types.Named); ok && (s.Type(symbol.Of(named.Obj())) || s.embedsKnown(named)) {
			return true
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

// keeps reports whether a method is kept for its name, or a function because it makes
// a value with such a method.
func (s *selection) keeps(sig *types.Signature, name string) bool {
	if s.Keep == nil {
		return false
	}
	if sig.Recv() != nil && s.Keep(name) {
		return true
	}
	for i := range sig.Results().Len() {
		named, ok := types.Unalias(code.Deref(sig.Results().At(i).Type())).(*types.Named)
		if !ok || named.Obj().Pkg() != s.tpkg {
			continue
		}
		for m := range named.NumMethods() {
			if s.Keep(named.Method(m).Name()) {
				return true
			}
		}
	}
	return false
}

// hands reports whether a function returns something that its callers may use in a way that matters.
func (s *selection) hands(sig *types.Signature) bool {
	if s.Hands == nil {
		return false
	}
	for v := range sig.Results().Variables() {
		if named, ok := types.Unalias(code.Deref(v.Type())).(*types.Named); ok && s.Hands(symbol.Of(named.Obj())) {
			return true
		}
	}
	return false
}

// makesText reports whether a function makes one text of others, such as a controller's name of its kind's.
func makesText(sig *types.Signature) bool {
	if sig.Recv() != nil || sig.TypeParams().Len() > 0 || sig.Params().Len() == 0 || sig.Results().Len() != 1 {
		return false
	}
	for v := range sig.Params().Variables() {
		if !isText(v.Type()) {
			return false
		}
	}
	return isText(sig.Results().At(0).Type())
}

// fluent reports whether a method returns a value of its receiver's type, as those of builders do that are called one after another.
func fluent(sig *types.Signature) bool {
	recv := sig.Recv()
	if recv == nil || sig.Params().Len() == 0 || sig.Results().Len() != 1 {
		return false
	}
	_, pointer := types.Unalias(recv.Type()).(*types.Pointer)
	return pointer && types.Identical(recv.Type(), sig.Results().At(0).Type())
}

// callsField reports whether a function calls what a field of a struct holds, which another one may have set to something that
// matters.
func callsField(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || call.Common().IsInvoke() {
				continue
			}
			switch v := call.Common().Value.(type) {
			case *ssa.Field:
				return true
			case *ssa.UnOp:
				if _, ok := v.X.(*ssa.FieldAddr); ok {
					return true
				}
			}
		}
	}
	return false
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func returnsNumber(sig *types.Signature) bool {
	for i := range sig.Results().Len() {
		if holdsNumbers(code.Deref(sig.Results().At(i).Type())) {
			return true
		}
	}
	return false
}
