package selfwake

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// A fixed value is a constant that a field or a parameter is given.
type fixed struct {
	text  string // how it is written, "" for none
	exact string // its value
	at    token.Pos
}

// turns returns where a pass writes one constant into a field of the status, and another one later: the second undoes what the first did,
// and both are events. What runs last may write anything.
func (p *program) turns(trace []step, object *types.Var) (Wake, bool) {
	pending, written := make(map[string]fixed), make(map[string]fixed)
	if slices.ContainsFunc(trace, func(s step) bool { _, last := s.node.(*ast.DeferStmt); return last }) {
		return Wake{}, false
	}
	for _, s := range trace {
		if s.read != object {
			continue
		}
		if to, value := syntax.Assigned(s.node); to != nil && p.ofStatus(to, s.object) {
			pending[path(to)] = p.constant(value, s.body)
			continue
		}
		if s.maybe { // a branch or a loop, which may set another value
			for assign := range syntax.All[*ast.AssignStmt](s.node) {
				if to, _ := syntax.Assigned(assign); to != nil && p.ofStatus(to, s.object) {
					pending[path(to)] = fixed{}
				}
			}
		}
		at := p.write(s)
		if !at.IsValid() {
			continue
		}
		for field, now := range pending {
			before := written[field]
			now.at = cmp.Or(s.call, at)
			if now.exact != "" && before.exact != "" && now.exact != before.exact {
				return Wake{Pos: before.at, What: field, Changed: now.at, Turns: []string{before.text, now.text}}, true
			}
			written[field] = now
		}
	}
	return Wake{}, false
}

// constant returns the constant that an expression is, by way of a parameter too.
func (p *program) constant(e ast.Expr, b body) fixed {
	if value := p.info.Types[e].Value; value != nil {
		return fixed{text: types.ExprString(e), exact: value.ExactString()}
	}
	return b.constants[syntax.Var(p.info, e)]
}

// path returns how a part of an object is written, without the object.
func path(e ast.Expr) string {
	_, path, _ := strings.Cut(types.ExprString(e), ".")
	return path
}
