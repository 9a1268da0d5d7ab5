package selfwake

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

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
	for _, e := range p.events(body{decl: decl, object: object}, nil, 0) {
		if e.field != "" {
			pending[e.field] = e
			continue
		}
		for field, now := range pending {
			before := written[field]
			if now.exact != "" && before.exact != "" && now.exact != before.exact {
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
func (p *program) events(b body, constants map[*types.Var]event, depth int) []event {
	var events []event
	for _, s := range b.decl.Body.List {
		if _, later := s.(*ast.DeferStmt); later {
			return nil // what runs last may write anything
		}
		nodes, ends := p.step(s, b.object)
		for _, n := range nodes {
			events = append(events, p.eventsOf(n, b, constants, depth)...)
		}
		if ends {
			break
		}
		if len(nodes) == 0 || nodes[len(nodes)-1] != s { // a branch or a loop, which may set another value
			for assign := range syntax.All[*ast.AssignStmt](s) {
				if to, _ := syntax.Assigned(assign); to != nil && p.ofStatus(to, b.object) {
					events = append(events, event{field: path(to)})
				}
			}
		}
	}
	return events
}

// eventsOf returns the events of a statement, or of an initialiser.
func (p *program) eventsOf(n ast.Node, b body, constants map[*types.Var]event, depth int) []event {
	if to, value := syntax.Assigned(n); to != nil && p.ofStatus(to, b.object) {
		e := p.constant(value, constants)
		e.field = path(to)
		return []event{e}
	}
	var events []event
	for call := range calls(n) {
		events = append(events, p.within(call, b, constants, depth)...)
		if p.writes(call, b, false) {
			events = append(events, event{at: call.Pos()})
		}
	}
	return events
}

// within returns the events of a function of the package that is called with the object.
func (p *program) within(call *ast.CallExpr, b body, constants map[*types.Var]event, depth int) []event {
	fn := syntax.Called(p.info, call)
	if fn == nil || p.decls[fn] == nil || depth == deepest {
		return nil
	}
	inner := body{decl: p.decls[fn]}
	handed := make(map[*types.Var]event)
	for i, arg := range call.Args {
		if params := fn.Signature().Params(); i < params.Len() {
			handed[params.At(i)] = p.constant(arg, constants)
			if p.variable(arg) == b.object {
				inner.object = params.At(i)
			}
		}
	}
	if inner.object == nil {
		return nil
	}
	events := p.events(inner, handed, depth+1)
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
	return constants[syntax.Var(p.info, e)]
}

// path returns how a part of an object is written, without the object.
func path(e ast.Expr) string {
	_, path, _ := strings.Cut(types.ExprString(e), ".")
	return path
}
