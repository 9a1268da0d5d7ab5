package adopt

import (
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// limitsFailed says what failed, for people.
const limitsFailed = "unable to make the limits"

// handling returns what is done about an error, as the next statement does it about that of the call.
func (s site) handling(failed string) (string, error) {
	text, ok := "", false
	if i := slices.Index(s.list, s.stmt) + 1; i < len(s.list) {
		switch next := s.list[i].(type) {
		case *ast.IfStmt:
			text, ok = checking(s.pass, next, failed)
		case *ast.ExprStmt:
			if syntax.Spells(next, "err") {
				text, ok = reworded(s.pass, next, failed)
			}
		}
	}
	if ok {
		return text, nil
	}
	return "", fmt.Errorf("the error of NewManager at %s is not handled by the statement after it", at(s.pass, s.call))
}

// checking returns a check of err whose body is that of another.
func checking(pass *analysis.Pass, check *ast.IfStmt, failed string) (string, bool) {
	if check.Init != nil || check.Else != nil || types.ExprString(check.Cond) != "err != nil" {
		return "", false
	}
	body, ok := reworded(pass, check.Body, failed)
	return "if err != nil " + body, ok
}

// Messages are string literals, with at most one place for an error.
var (
	message = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	verb    = regexp.MustCompile(`%\+?[a-z]`)
)

// reworded returns the source of a node whose calls that are given an error say what failed, and nothing of what
// else they said.
func reworded(pass *analysis.Pass, n ast.Node, failed string) (string, bool) {
	text, ok := syntax.Source(pass, n)
	if !ok {
		return "", false
	}
	start := n.Pos()
	done := false
	for n := range ast.Preorder(n) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		for i, arg := range call.Args {
			lit, isLit := arg.(*ast.BasicLit)
			if _, made := arg.(*ast.CallExpr); !isLit && !made && syntax.IsText(pass.TypesInfo.TypeOf(arg)) && !done {
				return "", false // the message is one that others may have too
			}
			if !isLit || !message.MatchString(lit.Value) || done {
				continue
			}
			verbs := verb.FindAllString(lit.Value, -1)
			end := call.Args[len(call.Args)-1].End()
			said := failed
			switch rest := call.Args[i+1:]; {
			case len(verbs) == 1 && len(rest) == 1 && syntax.Spells(rest[0], "err"):
				said += ": " + verbs[0]
				end = lit.End()
			case len(verbs) > 0:
				return "", false
			case slices.ContainsFunc(rest, func(e ast.Expr) bool { return syntax.Spells(e, "err") }):
				end = lit.End()
			}
			if strings.HasSuffix(lit.Value, `\n"`) {
				said += "\n"
			}
			text = text[:lit.Pos()-start] + strconv.Quote(said) + text[end-start:]
			done = true
		}
	}
	return text, done || !strings.Contains(text, `"`)
}
