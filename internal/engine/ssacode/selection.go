package ssacode

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/symbol"
	"golang.org/x/tools/go/ssa"
)

// A selection knows what matters in a package.
type selection struct {
	*Selector
	tpkg     *types.Package
	imports  *code.Package
	types    map[types.Type]bool
	objects  map[types.Object]bool
	packages map[*types.Package]bool
}

func newSelection(pkg *types.Package, imports map[string]*code.Package, sel *Selector) *selection {
	return &selection{
		Selector: sel,
		imports:  &code.Package{Imports: imports},
		tpkg:     pkg,
		types:    make(map[types.Type]bool),
		objects:  make(map[types.Object]bool),
		packages: make(map[*types.Package]bool),
	}
}

// uses returns what a function mentions of what matters or is in its package, and the types that matter of what function values return
// that it calls.
func (s *selection) uses(fn *ssa.Function) (uses, results []symbol.Name) {
	var buf [16]*ssa.Value
	mention := func(obj types.Object) {
		if obj != nil && s.object(obj) {
			uses = append(uses, symbol.Of(obj))
		}
	}
	for instr := range Instructions(fn) {
		if call, ok := instr.(ssa.CallInstruction); ok {
			switch c := call.Common(); {
			case c.Method != nil:
				pkg := c.Method.Pkg()
				if pkg != nil && (s.object(c.Method) || pkg == s.tpkg || s.imports.Imports[pkg.Path()] != nil) {
					uses = append(uses, symbol.Of(c.Method))
				}
			case c.StaticCallee() == nil:
				for v := range c.Signature().Results().Variables() {
					if name := symbol.OfType(v.Type()); name != "" && s.Type(name) {
						results = append(results, name)
					}
				}
			}
		}
		for _, op := range instr.Operands(buf[:0]) {
			switch v := (*op).(type) {
			case *ssa.Function:
				v = s.declared(v)
				if v.Pkg == fn.Pkg || v.Parent() != nil {
					uses = append(uses, funcSymbol(v))
				}
				mention(v.Object())
			case *ssa.Global:
				mention(v.Object())
			}
		}
	}
	return uses, results
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

// object reports whether a function, method or variable matters itself, or is
// a function of an imported package whose code was kept.
func (s *selection) object(obj types.Object) bool {
	pkg := obj.Pkg()
	if pkg == nil || pkg == s.tpkg {
		return false
	}
	known := memo.Of(s.packages, pkg, func() bool { return s.Package(pkg.Path()) || s.imports.Imports[pkg.Path()] != nil })
	return known && memo.Of(s.objects, obj, func() bool {
		f := s.imports.Find(symbol.Of(obj))
		return f != nil && f.Relevant || s.Func(symbol.Of(obj))
	})
}

// Limits on what is kept of a package. Larger functions and initialisers are
// tables or generated code; what they return is taken for unknown.
const (
	maxSeedInstrs   = 1_000_000 // of functions that handle what matters
	maxKeptInstrs   = 6000      // of functions that those call
	maxHelperInstrs = 80
	maxTextLines    = 16 // statements of functions that make a text
	maxInitInstrs   = 40000
	maxTypeDepth    = 12 // types nested in one that may hold something that matters
)

// A chooser makes a choice.
type chooser struct {
	*Choice
	info   *types.Info
	all    []*ast.FuncDecl
	decls  map[types.Object]*ast.FuncDecl
	chosen Set[*ast.FuncDecl]
}

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
