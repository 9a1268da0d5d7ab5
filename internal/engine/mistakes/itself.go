package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// filter looks at a function that may be a filter of updates: a field of a literal at a place, or a declaration.
func (p *program) filter(at inspector.Cursor, sig *types.Signature, body *ast.BlockStmt) {
	if sig.Params().Len() != 1 || sig.Results().Len() != 1 || body == nil || !known.UpdateEvent(symbol.OfType(sig.Params().At(0).Type())) {
		return
	}
	p.comparesItself(sig.Params().At(0), body)
	p.assertsRound(body)
	for call := range at.Enclosing((*ast.CallExpr)(nil)) {
		if name := syntax.CalledName(p.info, call.Node().(*ast.CallExpr)); name.In(known.Predicate) && name.Last() != "And" {
			return // another one may let pass what it holds back, or it is turned
		}
	}
	p.asksBoth(sig.Params().At(0), body)
}

// comparesItself looks at a filter of updates that keeps the same of one object in two variables, or compares it in place, and never asks
// for the other object: it never differs. See testdata unwatched.
func (p *program) comparesItself(event *types.Var, body *ast.BlockStmt) {
	var second ast.Expr
	asks := make(map[string]bool) // of the two objects, by the last word of their names
	kept := make(map[string]*types.Var)
	for n := range ast.Preorder(body) {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			for _, object := range []string{"Old", "New"} {
				asks[object] = asks[object] || strings.HasSuffix(n.Sel.Name, object)
			}
		case *ast.AssignStmt:
			for i, value := range n.Rhs {
				v, text := syntax.Var(p.info, n.Lhs[i]), types.ExprString(value)
				if v == nil || !syntax.Mentions(p.info, value, event) {
					continue
				}
				if other := kept[text]; other != nil && other != v && syntax.Any(body, func(e ast.Expr) bool { // not each in its own branch
					return e.Pos() > n.End() && syntax.Mentions(p.info, e, other) && syntax.Mentions(p.info, e, v)
				}) {
					second = value
				}
				kept[text] = v
			}
		case *ast.CallExpr:
			if len(n.Args) == 2 && types.ExprString(n.Args[0]) == types.ExprString(n.Args[1]) && syntax.Mentions(p.info, n.Args[0], event) {
				second = n.Args[1]
			}
		case *ast.BinaryExpr:
			if (n.Op == token.EQL || n.Op == token.NEQ) && types.ExprString(n.X) == types.ExprString(n.Y) && syntax.Mentions(p.info, n.X, event) {
				second = n.Y
			}
		}
	}
	if second != nil && asks["Old"] != asks["New"] {
		text := "new"
		if asks["Old"] {
			text = "old"
		}
		p.found(Mistake{Pos: second.Pos(), Kind: Itself, Expr: second, Text: text})
	}
}

// assertsRound looks for an assertion that ends a filter with false where it holds, though what it is of is used after that: it is not
// there then. See testdata unwatched.
func (p *program) assertsRound(body *ast.BlockStmt) {
	for i, s := range body.List[:max(len(body.List)-1, 0)] {
		set, ok := s.(*ast.AssignStmt)
		if !ok || len(set.Lhs) != 2 || len(set.Rhs) != 1 {
			continue
		}
		is, asserts := ast.Unparen(set.Rhs[0]).(*ast.TypeAssertExpr)
		branch, asks := body.List[i+1].(*ast.IfStmt)
		if !asserts || !asks || branch.Init != nil || branch.Else != nil || len(branch.Body.List) != 1 {
			continue
		}
		holds, v := syntax.Var(p.info, set.Lhs[1]), syntax.Var(p.info, set.Lhs[0])
		ret, _ := branch.Body.List[0].(*ast.ReturnStmt)
		if holds == nil || v == nil || syntax.Var(p.info, branch.Cond) != holds || ret == nil || !syntax.Is(ret.Results[0], "false") {
			continue
		}
		if slices.ContainsFunc(body.List[i+2:], func(s ast.Stmt) bool { return syntax.Mentions(p.info, s, v) }) {
			p.found(Mistake{Pos: branch.Pos(), Kind: Asserted, Expr: is.Type})
			return
		}
	}
}

// asksBoth looks for what a filter of updates asks of the object before and after an update in the same way, and takes no for an answer of
// either: it lets no update pass that changes the answer. It never compares the two. What it asks is part of their Specs, labels,
// annotations or statuses. See testdata unwatched.
func (p *program) asksBoth(event *types.Var, body *ast.BlockStmt) {
	names := make(map[string]string) // what stands for the object before or after, as it is written
	for sel := range syntax.All[*ast.SelectorExpr](body) {
		if syntax.Var(p.info, sel.X) == event && (sel.Sel.Name == "ObjectOld" || sel.Sel.Name == "ObjectNew") {
			names[types.ExprString(sel)] = sel.Sel.Name
		}
	}
	for assign := range syntax.All[*ast.AssignStmt](body) {
		from := ast.Unparen(assign.Rhs[0])
		if is, ok := from.(*ast.TypeAssertExpr); ok {
			from = is.X
		}
		if id, ok := assign.Lhs[0].(*ast.Ident); ok && names[types.ExprString(from)] != "" {
			names[id.Name] = names[types.ExprString(from)]
		}
	}
	written := make(map[*regexp.Regexp]string)
	for name, object := range names {
		written[regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`)] = object
	}
	// asked returns which object an expression asks, and what it asks, or that it asks both.
	asked := func(e ast.Expr) (of, question string, both bool) {
		question = types.ExprString(e)
		for name, object := range written {
			if name.MatchString(question) {
				both = both || of != "" && of != object
				of, question = object, name.ReplaceAllString(question, "object")
			}
		}
		return of, question, both
	}
	if syntax.Any(body, func(e ast.Expr) bool {
		cond, compares := e.(*ast.BinaryExpr)
		if _, calls := e.(*ast.CallExpr); !calls && !(compares && (cond.Op == token.EQL || cond.Op == token.NEQ)) {
			return false
		}
		_, _, both := asked(e)
		return both
	}) {
		return
	}
	for _, all := range append([][]ast.Expr{required(body)}, operandsOfAll(body)...) {
		before := make(map[string]string)
		for _, operand := range all {
			of, question, mixed := asked(operand)
			if mixed || of == "" || !p.asksParts(operand, question) || isNilCheck(operand) {
				continue
			}
			if other := before[question]; other != "" && other != of {
				p.found(Mistake{Pos: operand.Pos(), Kind: AsksBoth, Expr: operand})
				return
			}
			before[question] = of
		}
	}
}

// operandsOfAll returns the conditions of each expression in a body that is true if all of them are.
func operandsOfAll(body *ast.BlockStmt) (list [][]ast.Expr) {
	for both := range syntax.All[*ast.BinaryExpr](body) {
		if both.Op == token.LAND {
			list = append(list, operands(both, token.LAND))
		}
	}
	return list
}

// required returns the conditions without which a body never returns true, as those are that it ends with, or by which it returns false.
func required(body *ast.BlockStmt) (all []ast.Expr) {
	for _, stmt := range body.List {
		switch stmt := stmt.(type) {
		case *ast.IfStmt:
			ret, ok := syntax.Last[*ast.ReturnStmt](stmt.Body.List)
			if !ok || len(stmt.Body.List) > 1 || stmt.Init != nil || stmt.Else != nil || len(ret.Results) != 1 ||
				!syntax.Is(ret.Results[0], "false") {
				continue
			}
			for _, operand := range operands(stmt.Cond, token.LOR) {
				if not, ok := ast.Unparen(operand).(*ast.UnaryExpr); ok && not.Op == token.NOT {
					all = append(all, not.X)
				}
			}
		case *ast.ReturnStmt:
			for _, e := range stmt.Results { // none where the result has a name
				all = append(all, operands(e, token.LAND)...)
			}
		}
	}
	return all
}

// operands returns what an operator joins, last first.
func operands(e ast.Expr, op token.Token) (list []ast.Expr) {
	for {
		of, ok := ast.Unparen(e).(*ast.BinaryExpr)
		if !ok || of.Op != op {
			return append(list, e)
		}
		list = append(list, of.Y)
		e = of.X
	}
}

// asksParts reports whether a condition asks for what updates change: itself, or by a function of the package that looks at a status.
func (p *program) asksParts(cond ast.Expr, question string) bool {
	var ofPackage *ast.FuncDecl
	if syntax.Any(cond, func(call *ast.CallExpr) bool {
		_, name := syntax.Selected(call.Fun)
		if decl := p.decls[syntax.Called(p.info, call)]; decl != nil && call == ast.Unparen(cond) {
			ofPackage = decl
			return false
		}
		return !strings.HasPrefix(name, "Get")
	}) {
		return false
	}
	if ofPackage == nil {
		return parts.MatchString(question)
	}
	return slices.ContainsFunc(mentioned(p.pass, ofPackage), func(n ast.Node) bool { return syntax.Spells(n, "Status") })
}

// parts matches what updates change.
var parts = regexp.MustCompile(`\.Spec\.|Labels|Annotations`)

// isNilCheck reports whether an expression asks whether something is nil.
func isNilCheck(e ast.Expr) bool {
	cond, ok := ast.Unparen(e).(*ast.BinaryExpr)
	return ok && syntax.Is(cond.Y, "nil")
}

// asksKind looks at a call by which code that is told of an event asks for the kind of its object, to compare it or to look it up: what
// fills objects of Go types leaves their kinds empty. See testdata unwatched.
func (p *program) asksKind(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	meta, name := syntax.Selected(call.Fun)
	of, ok := meta.(*ast.CallExpr)
	if !ok || name != "GroupVersionKind" {
		return
	}
	object, name := syntax.Selected(of.Fun)
	event, field := syntax.Selected(object)
	if event == nil || name != "GetObjectKind" || !strings.HasPrefix(field, "Object") {
		return
	}
	t := known.Untyped(symbol.OfType(p.info.TypeOf(event)))
	if !t.In(known.Event) || t.Last() == "GenericEvent" || p.untypedObjects() { // that of the program's own may have its kind
		return
	}
	kind := at.Parent()
	if sel, ok := kind.Node().(*ast.SelectorExpr); !ok || sel.Sel.Name != "Kind" {
		return
	}
	switch use := kind.Parent().Node().(type) {
	case *ast.BinaryExpr:
		x, _ := syntax.Text(p.info, use.X)
		y, _ := syntax.Text(p.info, use.Y)
		if use.Op != token.EQL && use.Op != token.NEQ || x+y == "" {
			return
		}
	case *ast.SwitchStmt, *ast.KeyValueExpr:
	default:
		return
	}
	p.found(Mistake{Pos: call.Pos(), Kind: KindEmpty, Expr: object})
}

// untypedObjects reports whether the package has objects that know their kinds, or sets kinds, or has no watches, so that others may have
// such objects.
func (p *program) untypedObjects() bool {
	watches := false
	return slices.ContainsFunc(p.pass.Files, func(file *ast.File) bool {
		return syntax.Any(file, func(id *ast.Ident) bool {
			of := p.info.Uses[id]
			watches = watches || of != nil && (symbol.Of(of).In(known.Builder) || symbol.Of(of).In(known.Source)) // unwatched/itself, byhand
			return strings.Contains(strings.ToLower(id.Name), "unstructured") ||
				slices.Contains([]string{"PartialObjectMetadata", "OnlyMetadata", "SetGroupVersionKind"}, id.Name)
		})
	}) || !watches
}
