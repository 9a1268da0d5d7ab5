package state

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// Setters is the fact about a package of the user's: which methods keep what they are handed in what they are methods of, without a lock.
type Setters struct {
	Methods []symbol.Name
	Fields  []string       // those that they set, in the same order
	Types   []methods.Type // that have such methods
}

// AFact marks Setters as a fact.
func (*Setters) AFact() {}

// Export exports the fact about a package. See passstate, kept.
func Export(pass *analysis.Pass) {
	if _, version := modules.DependencyOf(pass); version != "" || known.Foundation(pass.Pkg.Path()) || pass.Pkg.Name() == "main" {
		return
	}
	var fact Setters
	for decl := range syntax.FuncDecls(pass) {
		fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || !fn.Exported() || fn.Signature().Recv() == nil {
			continue
		}
		if field := keeps(pass, decl, fn.Signature()); field != "" {
			fact.Methods = append(fact.Methods, symbol.Of(fn))
			fact.Fields = append(fact.Fields, field)
		}
	}
	if len(fact.Methods) > 0 {
		fact.Types = methods.Of(pass.Pkg, func(fn *types.Func) bool { return slices.Contains(fact.Methods, symbol.Of(fn)) })
		pass.ExportPackageFact(&fact)
	}
}

// keeps returns the field of its receiver that a method sets to something of what it is handed, and that the package reads; "" if it does
// so under a condition, or takes a lock.
func keeps(pass *analysis.Pass, decl *ast.FuncDecl, sig *types.Signature) string {
	if !code.IsPointer(sig.Recv().Type()) || syntax.Any(decl.Body, func(sel *ast.SelectorExpr) bool {
		return slices.Contains([]string{"Lock", "Do", "Store", "CompareAndSwap", "Swap"}, sel.Sel.Name)
	}) {
		return ""
	}
	for _, stmt := range decl.Body.List {
		to, value := syntax.Assigned(stmt)
		sel, ok := to.(*ast.SelectorExpr)
		if !ok || syntax.Var(pass.TypesInfo, sel.X) != sig.Recv() || !syntax.Any(value, func(e ast.Expr) bool {
			v := syntax.Var(pass.TypesInfo, e)
			return v != nil && v.Kind() == types.ParamVar
		}) {
			continue
		}
		field := syntax.Var(pass.TypesInfo, sel.Sel)
		for use := range syntax.Uses(pass, field) {
			if use.Node() != ast.Node(sel) && !isSet(use.Node(), use.Parent().Node()) {
				return field.Name()
			}
		}
	}
	return ""
}

func isSet(e, by ast.Node) bool {
	assign, ok := by.(*ast.AssignStmt)
	return ok && assign.Tok == token.ASSIGN && slices.Contains(assign.Lhs, e.(ast.Expr))
}

// keptElsewhere returns the field in which a method of another package keeps something of the request that it is handed, as far as some
// facts tell; "" for any other call.
func keptElsewhere(facts map[string]*Setters, pkg *types.Package, call *ssa.CallCommon, recv ssa.Value) string {
	fn := ways.Called(call)
	if len(facts) == 0 || fn == nil || fn.Pkg() == nil || fn.Pkg() == pkg && !call.IsInvoke() || fn.Signature().Recv() == nil ||
		!slices.ContainsFunc(call.Args, func(arg ssa.Value) bool { return arg != receiver(call) && ofPass(arg, recv, 6) }) {
		return ""
	}
	iface, invoked := fn.Signature().Recv().Type().Underlying().(*types.Interface)
	for _, fact := range facts {
		sym := symbol.Of(fn)
		for i := 0; invoked && i < len(fact.Types); i++ {
			if m, ok := fact.Types[i].Implementation(iface, fn); ok {
				sym = m.Func
			}
		}
		if i := slices.Index(fact.Methods, sym); i >= 0 {
			return fact.Fields[i]
		}
	}
	return ""
}

// ofPass reports whether a value is made of an object or the request.
func ofPass(v, recv ssa.Value, depth int) bool {
	if known.IsObject(v.Type()) || ofRequest(v, recv, make(map[ssa.Value]bool)) {
		return true
	}
	made, ok := v.(ssa.Instruction)
	return ok && depth > 0 && slices.ContainsFunc(made.Operands(nil), func(op *ssa.Value) bool {
		return *op != nil && *op != recv && ofPass(*op, recv, depth-1)
	})
}
