package syntax

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// NamesObject reports whether a key names an object: it is a request, a name with a namespace or a UID, the name in one or in an object, a
// text of one, or a variable with such a text.
func NamesObject(pass *analysis.Pass, key ast.Expr) bool { return namesObject(pass, key, 0) }

func namesObject(pass *analysis.Pass, key ast.Expr, depth int) bool {
	info := pass.TypesInfo
	if IsName(info.TypeOf(key)) {
		return true
	}
	switch key := ast.Unparen(key).(type) {
	case *ast.CallExpr:
		if sel, ok := key.Fun.(*ast.SelectorExpr); ok && len(key.Args) == 0 {
			return sel.Sel.Name == "String" && namesObject(pass, sel.X, depth) || sel.Sel.Name == "GetName" && known.IsObject(info.TypeOf(sel.X))
		}
		return (info.Types[key.Fun].IsType() || CalledName(info, key) == "fmt.Sprintf") &&
			slices.ContainsFunc(key.Args, func(arg ast.Expr) bool { return namesObject(pass, arg, depth) })
	case *ast.BinaryExpr:
		return namesObject(pass, key.X, depth) || namesObject(pass, key.Y, depth)
	case *ast.SelectorExpr:
		return key.Sel.Name == "Name" && (namesObject(pass, key.X, depth) || known.IsObject(info.TypeOf(key.X)))
	case *ast.Ident:
		if v := Var(info, key); v != nil && !v.IsField() && v.Parent() != pass.Pkg.Scope() && v.Pkg() == pass.Pkg && depth < 4 {
			given, _ := Values(pass, v)
			return slices.ContainsFunc(given, func(e ast.Expr) bool { return namesObject(pass, e, depth+1) })
		}
	}
	return false
}

// IsName reports whether what has a type names one object: a request, a UID, a reference, or a namespace with a name.
func IsName(t types.Type) bool {
	switch symbol.OfType(t) {
	case "k8s.io/apimachinery/pkg/types.UID", "k8s.io/api/core/v1.ObjectReference", "sigs.k8s.io/controller-runtime/pkg/reconcile.Request":
		return true
	}
	st, ok := t.Underlying().(*types.Struct)
	fields := 0
	for i := 0; ok && i < st.NumFields(); i++ {
		if name := st.Field(i).Name(); name == "Namespace" || name == "Name" {
			fields++
		}
	}
	return fields == 2
}
