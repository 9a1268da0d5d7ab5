package adopt

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/fix"
)

// testRate is the max-reconcile-rate of limits that tests make: more than any of them needs.
const testRate = "100"

// makeLimits makes limits before the statement of a test that the use is in.
func (u use) makeLimits(variable string) ([]analysis.TextEdit, error) {
	var stmt ast.Stmt
	var list []ast.Stmt
	for i, n := range u.path {
		if block, ok := n.(*ast.BlockStmt); ok && i > 0 {
			stmt, _ = u.path[i-1].(ast.Stmt)
			list = block.List
			break
		}
	}
	check, ok := u.check(stmt)
	if !ok {
		return nil, fmt.Errorf("how to handle errors in the test at %s is not known", at(u.pass, u.path[0]))
	}
	if first := u.firstIn(list); first != stmt {
		return nil, nil // made before another statement of the list
	}
	qualifier, edits, ok := fix.Import(u.pass, stmt.Pos(), fix.RuntimePackage, fix.RuntimeName)
	if !ok {
		return nil, fmt.Errorf("the file of the test at %s is made from another", at(u.pass, u.path[0]))
	}
	indent := strings.Repeat("\t", u.pass.Fset.Position(stmt.Pos()).Column-1)
	lines := []string{variable + ", err := " + qualifier + ".New(" + testRate + ")", check, ""}
	edits = append(edits, insert(stmt.Pos(), strings.Join(lines, "\n"+indent)))
	for _, other := range list {
		if assign := declaresErr(other); assign != nil && assign.Pos() >= stmt.Pos() {
			edits = append(edits, analysis.TextEdit{Pos: assign.TokPos, End: assign.TokPos + 2, NewText: []byte("=")})
			break
		}
	}
	return edits, nil
}

// declaresErr returns a statement that declares err and nothing else, nil if the one given does not.
func declaresErr(stmt ast.Stmt) *ast.AssignStmt {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok || assign.Tok != token.DEFINE {
		return nil
	}
	for _, left := range assign.Lhs {
		if id, ok := left.(*ast.Ident); !ok || id.Name != "err" && id.Name != "_" {
			return nil
		}
	}
	return assign
}

// firstIn returns the first statement of a list that calls the function of the use.
func (u use) firstIn(list []ast.Stmt) ast.Stmt {
	name := u.path[0].(*ast.Ident).Name
	for _, stmt := range list {
		found := false
		ast.Inspect(stmt, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && id.Name == name
			return !found
		})
		if found {
			return stmt
		}
	}
	return nil
}

// check returns a statement that handles err as tests do: by their t where they have one, else with
// gomega's Expect where the test uses it.
func (u use) check(stmt ast.Stmt) (string, bool) {
	for _, n := range u.path {
		var params *ast.FieldList
		switch n := n.(type) {
		case *ast.FuncDecl:
			params = n.Type.Params
		case *ast.FuncLit:
			params = n.Type.Params
		}
		if params == nil {
			continue
		}
		for _, field := range params.List {
			if t := u.pass.TypesInfo.TypeOf(field.Type); t.String() == "*testing.T" && len(field.Names) == 1 {
				return "if err != nil {\n\t" + field.Names[0].Name + ".Fatal(err)\n}", true
			}
		}
	}
	for _, qualifier := range []string{"", "gomega."} {
		if u.fileMentions(stmt, qualifier+"Expect") && u.fileMentions(stmt, qualifier+"HaveOccurred") {
			return qualifier + "Expect(err).NotTo(" + qualifier + "HaveOccurred())", true
		}
	}
	return "", false
}

// fileMentions reports whether the file of a statement uses a name, qualified or not.
func (u use) fileMentions(stmt ast.Stmt, name string) bool {
	found := false
	for _, file := range u.pass.Files {
		if file.FileStart <= stmt.Pos() && stmt.Pos() < file.FileEnd {
			ast.Inspect(file, func(n ast.Node) bool {
				if e, ok := n.(ast.Expr); ok && !found {
					switch e.(type) {
					case *ast.Ident, *ast.SelectorExpr:
						found = types.ExprString(e) == name
					}
				}
				return !found
			})
		}
	}
	return found
}
