package failure

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// branches returns a statement if it is a branch, and the cases of a switch between conditions as such.
func branches(s ast.Stmt) []*ast.IfStmt {
	switch s := s.(type) {
	case *ast.IfStmt:
		return []*ast.IfStmt{s}
	case *ast.SwitchStmt:
		var list []*ast.IfStmt
		for _, c := range s.Body.List {
			if clause := c.(*ast.CaseClause); s.Tag == nil && len(clause.List) == 1 {
				body := &ast.BlockStmt{Lbrace: clause.Colon, List: clause.Body, Rbrace: clause.End()}
				list = append(list, &ast.IfStmt{If: clause.Case, Init: s.Init, Cond: clause.List[0], Body: body})
			}
		}
		return list
	}
	return nil
}

// beyond returns what comes after the branches that a list of statements is in, as far as a reconciler gets there.
func (f *function) beyond(list inspector.Cursor) []ast.Stmt {
	var after []ast.Stmt
	for f.reconciles {
		if _, ok := list.Node().(*ast.BlockStmt); !ok {
			break
		}
		branch := list.Parent()
		if _, ok := branch.Node().(*ast.IfStmt); !ok {
			break
		}
		for branch.ParentEdgeKind() == edge.IfStmt_Else {
			branch = branch.Parent()
		}
		list = branch.Parent()
		around := statements(list.Node())
		i := slices.Index(around, branch.Node().(ast.Stmt))
		after = append(after, around[i+1:]...)
	}
	return after
}
