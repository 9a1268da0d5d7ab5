package conflicts

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// Updates is the fact about a package of the user's modules that tells its importers which of its functions update the object that they are
// handed, and read nothing.
type Updates struct {
	Funcs []symbol.Name  // sorted
	Types []methods.Type // with methods that do
}

// AFact marks Updates as a fact.
func (*Updates) AFact() {}

// Export exports the fact about a package.
func Export(pass *analysis.Pass) {
	if _, version := modules.DependencyOf(pass); version != "" || known.Foundation(pass.Pkg.Path()) || pass.Pkg.Name() == "main" {
		return
	}
	var fact Updates
	updates := make(map[*types.Func]bool)
	for decl := range syntax.FuncDecls(pass) {
		if fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok && fn.Exported() && updatesOnly(pass.TypesInfo, decl, fn) {
			updates[fn] = true
			fact.Funcs = append(fact.Funcs, symbol.Of(fn))
		}
	}
	if len(updates) > 0 {
		slices.Sort(fact.Funcs)
		fact.Types = methods.Of(pass.Pkg, func(fn *types.Func) bool { return updates[fn.Origin()] })
		pass.ExportPackageFact(&fact)
	}
}

// updatesOnly reports whether a function makes one request, which updates an object that it is handed as the only pointer to one.
func updatesOnly(info *types.Info, decl *ast.FuncDecl, fn *types.Func) bool {
	of, requests := handed(fn), 0
	if of < 0 || decl.Body == nil {
		return false
	}
	for call := range syntax.All[*ast.CallExpr](decl.Body) {
		called := syntax.Called(info, call)
		if called == nil || !known.Requests(called) {
			continue
		}
		if requests++; !strings.HasPrefix(called.Name(), "Update") ||
			!slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return syntax.Var(info, arg) == fn.Signature().Params().At(of) }) {
			return false
		}
	}
	return requests == 1
}

// handed returns which parameter of a function is a pointer to an object of the API, -1 if none or more than one is.
func handed(fn *types.Func) int {
	at := -1
	for i := range fn.Signature().Params().Len() {
		if t := fn.Signature().Params().At(i).Type(); known.IsObject(t) {
			if _, pointer := t.Underlying().(*types.Pointer); !pointer || at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// updatedElsewhere returns the object that a call hands to a function of another package which only updates it, by an interface too if all
// that implement it do; nil for any other call. staleobjects/elsewhere.
func (c *Client) updatedElsewhere(call *ssa.CallCommon) ssa.Value {
	fn := ways.Called(call)
	if fn == nil || fn.Pkg() == nil || handed(fn) < 0 {
		return nil
	}
	updates, others := false, false
	for _, f := range c.pass.AllPackageFacts() {
		fact, ok := f.Fact.(*Updates)
		if !ok {
			continue
		}
		_, found := slices.BinarySearch(fact.Funcs, symbol.Of(fn))
		updates = updates || found
		if call.IsInvoke() {
			iface := fn.Signature().Recv().Type().Underlying().(*types.Interface)
			for _, t := range fact.Types {
				if m, ok := t.Method(fn); ok && t.Implements(iface) {
					_, found := slices.BinarySearch(fact.Funcs, m.Func)
					updates, others = updates || found, others || !found
				}
			}
		}
	}
	if !updates || others {
		return nil
	}
	at := handed(fn)
	if !call.IsInvoke() && fn.Signature().Recv() != nil {
		at++
	}
	return call.Args[at]
}
