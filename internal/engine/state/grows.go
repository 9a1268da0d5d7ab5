package state

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A Growing is a map with an entry for each object that there has ever been.
type Growing struct {
	Pos  token.Pos // where an entry is put into it
	Name string    // with its type: "Reconciler.last"
}

// growing returns the maps in fields of reconcilers that have an entry put into for what a request names, and of which none is ever
// deleted: nothing but the package can, and it does no more than to look at them and to put entries in (passstate: remembers).
func growing(pass *analysis.Pass, chosen map[*ast.FuncDecl]bool) []Growing {
	puts := make(map[*types.Var]Growing)
	for at, decl := range syntax.Functions(pass) {
		fn, _ := pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !chosen[decl] || fn == nil {
			continue
		}
		of := code.TypeName(fn.Signature().Recv().Type())
		for c := range at.Preorder((*ast.SelectorExpr)(nil)) {
			sel := c.Node().(*ast.SelectorExpr)
			field, _ := pass.TypesInfo.Uses[sel.Sel].(*types.Var)
			if field == nil || !field.IsField() || field.Exported() || code.TypeName(pass.TypesInfo.TypeOf(sel.X)) != of {
				continue
			}
			if key := put(c); key != nil && ofObject(pass.TypesInfo, key) && !puts[field].Pos.IsValid() {
				puts[field] = Growing{c.Parent().Node().Pos(), of.Name() + "." + field.Name()}
			}
		}
	}
	if len(puts) == 0 {
		return nil
	}
	for c := range syntax.Preorder(pass, (*ast.SelectorExpr)(nil)) {
		field, _ := pass.TypesInfo.Uses[c.Node().(*ast.SelectorExpr).Sel].(*types.Var)
		if puts[field].Pos.IsValid() && put(c) == nil && !looks(c) {
			delete(puts, field)
		}
	}
	var list []Growing
	for _, g := range puts {
		list = append(list, g)
	}
	slices.SortFunc(list, func(a, b Growing) int { return int(a.Pos - b.Pos) })
	return list
}

// put returns the key under which an entry is put into the map at a place, nil for anything else that is done with it.
func put(c inspector.Cursor) ast.Expr {
	switch parent := c.Parent().Node().(type) {
	case *ast.IndexExpr:
		assign, ok := c.Parent().Parent().Node().(*ast.AssignStmt)
		if ok && parent.X == c.Node() && slices.Contains(assign.Lhs, ast.Expr(parent)) {
			return parent.Index
		}
	case *ast.SelectorExpr: // of a sync.Map
		call, ok := c.Parent().Parent().Node().(*ast.CallExpr)
		if ok && (parent.Sel.Name == "Store" || parent.Sel.Name == "LoadOrStore") && len(call.Args) == 2 {
			return call.Args[0]
		}
	}
	return nil
}

// looks reports whether a map at a place is only looked at.
func looks(c inspector.Cursor) bool {
	switch parent := c.Parent().Node().(type) {
	case *ast.IndexExpr:
		return parent.X == c.Node()
	case *ast.RangeStmt:
		return parent.X == c.Node()
	case *ast.SelectorExpr:
		return parent.Sel.Name == "Load"
	case *ast.CallExpr:
		return syntax.Is(parent.Fun, "len")
	}
	return false
}

// ofObject reports whether a key names an object: it is a request, a name with a namespace or a UID, or the text of one.
func ofObject(info *types.Info, key ast.Expr) bool {
	if call, ok := ast.Unparen(key).(*ast.CallExpr); ok && len(call.Args) == 0 {
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "String" {
			key = sel.X
		}
	}
	switch symbol.OfType(info.TypeOf(key)) {
	case "k8s.io/apimachinery/pkg/types.NamespacedName", "k8s.io/apimachinery/pkg/types.UID",
		"sigs.k8s.io/controller-runtime/pkg/reconcile.Request":
		return true
	}
	return false
}
