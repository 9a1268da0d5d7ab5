package adopt

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// testRate is the max-reconcile-rate of limits that tests make: more than any of them needs.
const testRate = "100"

// makeLimits makes limits in a test, before the first statement of those that a literal stands among which may need them.
func (p *program) makeLimits(s site, variable string) ([]analysis.TextEdit, error) {
	if s.stmt == nil {
		return nil, fmt.Errorf("the test at %s is outside of a function", at(s.pass, s.node))
	}
	stmt := p.firstIn(s)
	qualifier, edits, ok := fix.Import(s.pass, stmt.Pos(), fix.RuntimePackage, fix.RuntimeName)
	if !ok {
		return nil, fmt.Errorf("the file of the test at %s is made from another", at(s.pass, s.node))
	}
	indent := s.indent()
	lines := []string{variable + ", err := " + qualifier + ".New(" + testRate + ")", s.check(), ""}
	edits = append(edits, fix.Insert(fix.Above(s.pass, stmt), strings.Join(lines, "\n"+indent)))
	return append(edits, s.errDeclared(stmt.Pos())...), nil
}

// errDeclared makes an assignment of the first statement from a position on, among those that the node stands among, which declares err
// and nothing else: it is declared before.
func (s site) errDeclared(from token.Pos) []analysis.TextEdit {
	isOther := func(left ast.Expr) bool { return !syntax.Is(left, "err") && !syntax.Is(left, "_") }
	for _, stmt := range s.list {
		assign, ok := stmt.(*ast.AssignStmt)
		if ok && assign.Pos() >= from && assign.Tok == token.DEFINE && !slices.ContainsFunc(assign.Lhs, isOther) {
			return []analysis.TextEdit{{Pos: assign.TokPos, End: assign.TokPos + 2, NewText: []byte("=")}}
		}
	}
	return nil
}

// firstIn returns the first statement beside that of a literal which calls a function of the program with a manager:
// whichever of them get the limits, they are made there.
func (p *program) firstIn(s site) ast.Stmt {
	for _, stmt := range s.list {
		if stmt == s.stmt || syntax.AnyNow(stmt, func(call *ast.CallExpr) bool {
			fn := syntax.Called(s.pass.TypesInfo, call)
			return fn != nil && fn.Pkg() != nil && p.passes[fn.Pkg().Path()] != nil && takesManager(s.pass, call)
		}) {
			return stmt
		}
	}
	return s.stmt
}

// check returns a statement that handles err as tests do: by their t where they have one, else with
// gomega's Expect where the test uses it, else by a panic.
func (s site) check() string {
	for _, fn := range s.functions {
		for _, field := range parameters(fn) {
			t := s.pass.TypesInfo.TypeOf(field.Type).String()
			if (t == "*testing.T" || t == "*testing.B" || t == "testing.TB") && len(field.Names) == 1 {
				return "if err != nil {\n\t" + field.Names[0].Name + ".Fatal(err)\n}"
			}
		}
	}
	for call := range syntax.All[*ast.CallExpr](s.file) {
		if qualifier, found := strings.CutSuffix(types.ExprString(call.Fun), "Expect"); found && (qualifier == "" || qualifier == "gomega.") {
			return qualifier + "Expect(err).NotTo(" + qualifier + "HaveOccurred())"
		}
	}
	return "if err != nil {\n\tpanic(err)\n}"
}
