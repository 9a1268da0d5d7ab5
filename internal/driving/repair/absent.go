package repair

import (
	"go/ast"
	"go/types"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// absent returns, as an argument of a stand-in, which package lacks the function, the method or the
// variable that e names: what is missing may set the variables of that package. It returns nil for what no package
// of the program lacks, or a package of which nothing is known.
func (w *walk) absent(e ast.Expr) []ast.Expr {
	path := ""
	switch e := e.(type) {
	case *ast.Ident:
		if e.Name != "_" && w.Info.ObjectOf(e) == nil {
			path = w.Types.Path()
		}
	case *ast.SelectorExpr:
		path = w.lacks(e)
	}
	if path == "" {
		return nil
	}
	w.used = true
	return []ast.Expr{w.stands.from(e, path)}
}

// lacks returns the path of the package that lacks what a selector names, "" if none does.
func (w *walk) lacks(e *ast.SelectorExpr) string {
	if x, ok := e.X.(*ast.Ident); ok {
		if name, ok := w.Info.Uses[x].(*types.PkgName); ok {
			if w.Info.Uses[e.Sel] != nil || !name.Imported().Complete() {
				return ""
			}
			return name.Imported().Path()
		}
	}
	t := w.Info.TypeOf(e.X)
	if t == nil || w.Info.Selections[e] != nil {
		return ""
	}
	if name := symbol.OfType(code.Deref(t)); !name.In(known.StandIn) {
		return name.Package()
	}
	return ""
}
