package selfwake

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
)

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

// path returns how a part of an object is written, without the object.
func path(e ast.Expr) string {
	_, path, _ := strings.Cut(types.ExprString(e), ".")
	return path
}
