package state

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A Growing is a map with an entry for each object that there has ever been.
type Growing struct {
	Pos  token.Pos // where an entry is put into it
	Name string    // with its type: "Reconciler.last"
}

// growing returns the maps in fields of types with some chosen methods, or that variables of the package point to, and in such variables,
// that have an entry put into for what a request names, and of which none is ever deleted: nothing but the package can, and it does no more
// than to look at them and to put entries in (passstate: remembers, told).
func growing(pass *analysis.Pass, chosen map[*ast.FuncDecl]bool) []Growing {
	stay := make(map[*types.TypeName]bool)
	for decl := range chosen {
		if recv := pass.TypesInfo.Defs[decl.Name].(*types.Func).Signature().Recv(); recv != nil {
			stay[code.TypeName(recv.Type())] = true
		}
	}
	for _, name := range pass.Pkg.Scope().Names() {
		if v, ok := pass.Pkg.Scope().Lookup(name).(*types.Var); ok && code.IsPointer(v.Type()) {
			stay[code.TypeName(v.Type())] = true
		}
	}
	delete(stay, nil)
	puts := make(map[*types.Var]Growing)
	for c := range syntax.Preorder(pass, (*ast.SelectorExpr)(nil), (*ast.Ident)(nil)) {
		v, name := kept(pass, c), ""
		switch n := c.Node().(type) {
		case *ast.SelectorExpr:
			if of := code.TypeName(pass.TypesInfo.TypeOf(n.X)); stay[of] {
				name = of.Name() + "." + n.Sel.Name
			}
		case *ast.Ident:
			name = n.Name
		}
		if v == nil || name == "" || v.Exported() && !v.IsField() || puts[v].Pos.IsValid() {
			continue
		}
		if key := put(c); key != nil && syntax.NamesObject(pass, key) {
			puts[v] = Growing{c.Parent().Node().Pos(), name}
		}
	}
	if len(puts) == 0 {
		return nil
	}
	for c := range syntax.Preorder(pass, (*ast.SelectorExpr)(nil), (*ast.Ident)(nil)) {
		if v := kept(pass, c); puts[v].Pos.IsValid() && put(c) == nil && !looks(pass, c) {
			delete(puts, v)
		}
	}
	return slices.SortedFunc(maps.Values(puts), func(a, b Growing) int { return int(a.Pos - b.Pos) })
}

// kept returns the field or the variable of the package that a node uses, nil for any other. A field's name is a node of its own, and so
// is what defines a variable.
func kept(pass *analysis.Pass, c inspector.Cursor) *types.Var {
	switch n := c.Node().(type) {
	case *ast.SelectorExpr:
		if field, _ := pass.TypesInfo.Uses[n.Sel].(*types.Var); field != nil && field.IsField() {
			return field.Origin() // state.txt, generic
		}
	case *ast.Ident:
		if v, _ := pass.TypesInfo.Uses[n].(*types.Var); v != nil && v.Parent() == pass.Pkg.Scope() {
			return v
		}
	}
	return nil
}

// put returns the key under which an entry is put into the map at a place, nil for anything else that is done with it.
func put(c inspector.Cursor) ast.Expr {
	switch parent := c.Parent().Node().(type) {
	case *ast.IndexExpr:
		by := c.Parent().Parent().Node()
		assign, ok := by.(*ast.AssignStmt)
		_, count := by.(*ast.IncDecStmt)
		if parent.X == c.Node() && (count || ok && slices.Contains(assign.Lhs, ast.Expr(parent))) {
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
func looks(pass *analysis.Pass, c inspector.Cursor) bool {
	switch parent := c.Parent().Node().(type) {
	case *ast.IndexExpr:
		return parent.X == c.Node()
	case *ast.BinaryExpr: // with nil
		return true
	case *ast.AssignStmt: // where it is nil, or while the program starts
		to, _ := syntax.Assigned(parent)
		branch, ok := c.Parent().Parent().Parent().Node().(*ast.IfStmt)
		return to == c.Node() && (ok && types.ExprString(branch.Cond) == types.ExprString(to)+" == nil" || setsUp(pass, c))
	case *ast.RangeStmt:
		return parent.X == c.Node()
	case *ast.SelectorExpr:
		return parent.Sel.Name == "Load"
	case *ast.CallExpr:
		return syntax.Is(parent.Fun, "len")
	}
	return false
}

// setsUp reports whether a function that is handed a manager is around a place.
func setsUp(pass *analysis.Pass, c inspector.Cursor) bool {
	for in := range c.Enclosing((*ast.FuncDecl)(nil)) {
		fn, ok := pass.TypesInfo.Defs[in.Node().(*ast.FuncDecl).Name].(*types.Func)
		return ok && syntax.AnyType(fn.Signature().Params(), known.IsManager)
	}
	return false
}
