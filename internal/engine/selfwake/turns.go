package selfwake

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// An event is what one pass does with the status of its object: it sets a field, or writes the status.
type event struct {
	field string    // as it is written after the object; "" of a write
	text  string    // how the constant is written
	at    token.Pos // in the function that the way begins with
	exact string    // the constant's value
}

// turns returns where a function writes one constant into a field of the status, and another one later on the same pass: the second undoes
// what the first did, and both are events.
func (p *program) turns(decl *ast.FuncDecl, object *types.Var) (Wake, bool) {
	pending, written := make(map[string]event), make(map[string]event)
	for _, e := range p.events(decl, object, nil, 0) {
		if e.field != "" {
			pending[e.field] = e
			continue
		}
		for field, now := range pending {
			before, again := written[field]
			if again && now.exact != "" && before.exact != "" && now.exact != before.exact {
				return Wake{Pos: before.at, What: field, Changed: e.at, Turns: []string{before.text, now.text}}, true
			}
			now.at = e.at
			written[field] = now
		}
	}
	return Wake{}, false
}

// events returns what a function does with the status of an object on each pass that succeeds, in order. The constants are those that its
// parameters are.
func (p *program) events(decl *ast.FuncDecl, object *types.Var, constants map[*types.Var]event, depth int) []event {
	var events []event
	for _, s := range decl.Body.List {
		if _, later := s.(*ast.DeferStmt); later {
			return nil // what runs last may write anything
		}
		nodes, ends := p.step(s, object)
		for _, n := range nodes {
			events = append(events, p.eventsOf(n, object, constants, depth)...)
		}
		if !ends {
			events = append(events, p.unsure(s, nodes, object)...)
			continue
		}
		break
	}
	return events
}

// unsure returns which fields a statement may set on some passes.
func (p *program) unsure(s ast.Stmt, sure []ast.Node, object *types.Var) []event {
	var events []event
	ast.Inspect(s, func(n ast.Node) bool {
		for _, have := range sure {
			if n == have {
				return false
			}
		}
		if assign, ok := n.(*ast.AssignStmt); ok {
			for _, lhs := range assign.Lhs {
				if p.ofStatus(lhs, object) {
					events = append(events, event{field: p.path(lhs), at: assign.Pos()})
				}
			}
		}
		return true
	})
	return events
}

// eventsOf returns the events of a statement, or of an initialiser.
func (p *program) eventsOf(n ast.Node, object *types.Var, constants map[*types.Var]event, depth int) []event {
	var events []event
	if assign, ok := n.(*ast.AssignStmt); ok && len(assign.Lhs) == 1 && len(assign.Rhs) == 1 && p.ofStatus(assign.Lhs[0], object) {
		e := p.constant(assign.Rhs[0], constants)
		e.field, e.at = p.path(assign.Lhs[0]), assign.Pos()
		return []event{e}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		if _, later := n.(*ast.FuncLit); later {
			return false
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if inner := p.within(call, object, constants, depth); inner != nil {
			events = append(events, inner...)
			return false
		}
		if p.writes(call, object, false) == call.Pos() {
			events = append(events, event{at: call.Pos()})
			return false
		}
		return true
	})
	return events
}

// within returns the events of a function of the package that is called with the object, nil if it has none.
func (p *program) within(call *ast.CallExpr, object *types.Var, constants map[*types.Var]event, depth int) []event {
	fn := syntax.Called(p.info, call)
	if fn == nil || p.decls[fn] == nil || depth == deepest {
		return nil
	}
	params := fn.Signature().Params()
	var inner *types.Var
	handed := make(map[*types.Var]event)
	for i, arg := range call.Args {
		if i >= params.Len() {
			return nil
		}
		if p.variable(arg) == object && named(params.At(i).Type()) == named(object.Type()) {
			inner = params.At(i)
		}
		if e := p.constant(arg, constants); e.exact != "" {
			handed[params.At(i)] = e
		}
	}
	if inner == nil {
		return nil
	}
	events := p.events(p.decls[fn], inner, handed, depth+1)
	for i := range events {
		events[i].at = call.Pos()
	}
	return events
}

// constant returns an event with the constant that an expression is, by way of a parameter too.
func (p *program) constant(e ast.Expr, constants map[*types.Var]event) event {
	if value := p.info.Types[e].Value; value != nil {
		return event{text: types.ExprString(e), exact: value.ExactString()}
	}
	if v := syntax.Var(p.info, e); v != nil {
		return constants[v]
	}
	return event{}
}

// path returns how a part of an object is written, without the object.
func (p *program) path(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		if inner := p.path(e.X); inner != "" {
			return inner + "." + e.Sel.Name
		}
		return e.Sel.Name
	case *ast.IndexExpr:
		return p.path(e.X) + "[" + types.ExprString(e.Index) + "]"
	}
	return ""
}
