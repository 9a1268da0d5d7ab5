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

// armsOf returns the branches of a statement.
func armsOf(s ast.Stmt) [][]ast.Stmt {
	var arms [][]ast.Stmt
	clauses := func(body *ast.BlockStmt) {
		for _, c := range body.List {
			arms = append(arms, c.(*ast.CaseClause).Body)
		}
	}
	switch s := s.(type) {
	case *ast.SwitchStmt:
		clauses(s.Body)
	case *ast.TypeSwitchStmt:
		clauses(s.Body)
	case *ast.IfStmt:
		arms = append(arms, s.Body.List)
		switch e := s.Else.(type) {
		case *ast.BlockStmt:
			arms = append(arms, e.List)
		case *ast.IfStmt:
			arms = append(arms, armsOf(e)...)
		}
	}
	return arms
}
