package lost

import "go/ast"

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
