package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// matters reports whether the error is that of a step which changes something, as its name says or the requests that it makes. What
// tidies up or tells of something is a courtesy, whose errors people only want to hear of.
func (p *path) matters() bool {
	return !p.courtesy() && !p.usedIn(p.loop, p.err) && p.mayChange(p.call)
}

// mayChange reports whether a call is of a step that changes something, as its name says, or makes requests and is not named for a read.
func (f *function) mayChange(call *ast.CallExpr) bool {
	if acts(call) {
		return f.source(call) != local
	}
	fn := syntax.Called(f.info, call)
	if fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == errgroup || fn.Pkg().Path() == retry) {
		return true
	}
	return fn != nil && !begins(lastName(call), "get", "list", "fetch", "load", "read", "find", "lookup", "watch") && f.asksFar(fn)
}

// tellsOrLeaves reports whether a statement does no more about an error than to tell of it, or to ask for kinds of it and leave.
func (f *function) tellsOrLeaves(s ast.Stmt) bool {
	var bodies [][]ast.Stmt
	switch s := s.(type) {
	case *ast.IfStmt:
		if bodies = append(bodies, s.Body.List); s.Else != nil {
			bodies = append(bodies, []ast.Stmt{s.Else})
		}
	case *ast.BlockStmt:
		bodies = append(bodies, s.List)
	case *ast.SwitchStmt:
		bodies = armsOf(s)
	default:
		return f.quiet(s)
	}
	return every(bodies, func(list []ast.Stmt) bool {
		_, returns := syntax.Last[*ast.ReturnStmt](list)
		return returns || every(list, f.tellsOrLeaves)
	})
}

// counted returns the variable of a number or a list that a statement adds to, nil for any other.
func (f *function) counted(s ast.Stmt) *types.Var {
	to, value := syntax.Assigned(s)
	if step, ok := s.(*ast.IncDecStmt); ok {
		to = step.X
	} else if more, ok := value.(*ast.CallExpr); !ok || !syntax.Is(more.Fun, "append") {
		return nil
	}
	return syntax.Var(f.info, to)
}

// onlyCounts reports whether a statement adds to a variable of the function that it does no more with than to tell of it.
func (f *function) onlyCounts(s ast.Stmt) bool {
	n := f.counted(s)
	return n != nil && !n.IsField() && !syntax.Any(f.decl.Body, func(at ast.Node) bool {
		switch at := at.(type) {
		case *ast.IfStmt:
			return f.mentions(at.Cond, n) && leaves(at.Body)
		case *ast.CallExpr:
			return syntax.Called(f.info, at) != nil && f.mentions(at, n) && !tells(f.info, at) && !f.makesText(at)
		case *ast.ReturnStmt:
			return f.mentions(at, n)
		}
		return false
	})
}

// courtesy reports whether a call is of a function that its name says to tidy up or to tell of something.
func (p *path) courtesy() bool {
	return announces(p.call) || releases(p.call) ||
		begins(lastName(p.call), "delete", "remove", "clean", "prune", "purge", "gc", "garbage", "revoke")
}

// sometimes returns what is lost where a function returns the result of an earlier step after the write of a status failed: that step may
// have gone well.
func (p *path) sometimes() (Error, bool) {
	last := p.ret.Results[1]
	if syntax.Object(p.info, last) == nil || isNil(last) || !slices.Contains(p.decl.Body.List, ast.Stmt(p.ret)) ||
		p.mentions(p.ret, p.err) || p.explained() || p.asksAgain() {
		return Error{}, false
	}
	return Error{How: Sometimes, Other: types.ExprString(last)}, true
}

// ofKind returns the error of which a condition says that the API server answered so, such as that an object is not found.
func (f *function) ofKind(cond ast.Expr) *types.Var {
	switch c := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		if err := f.notNil(c.X); c.Op == token.LAND && err != nil && f.ofKind(c.Y) == err {
			return err
		}
		if c.Op == token.EQL && isNil(c.Y) {
			return f.without(c.X)
		}
	case *ast.CallExpr:
		if fn := syntax.Called(f.info, c); fn != nil && begins(fn.Name(), "Is", "is") && len(c.Args) > 0 && fn.Signature().Results().Len() == 1 {
			return f.errorOf(f.cause(c.Args[0]))
		}
	}
	return nil
}

// cause returns the error of which an expression takes the one that it wraps: lost.txt, caused. It returns any other expression as it is.
func (f *function) cause(e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if ok && len(call.Args) == 1 && f.isError(call) && f.isError(call.Args[0]) && begins(lastName(call), "cause", "unwrap") {
		return call.Args[0]
	}
	return e
}

// reads reports whether a call gets or lists something by a request, as its name says.
func (f *function) reads(call *ast.CallExpr) bool {
	return begins(lastName(call), "get", "list", "fetch", "load", "read", "find", "describe", "query", "search", "collect") &&
		f.source(call) != local
}

// counts reports whether the branch counts something: who counts errors bounds the tries.
func (p *path) counts() bool {
	return syntax.Any(p.branch.Body, func(n ast.Node) bool {
		_, steps := n.(*ast.IncDecStmt)
		set, ok := n.(*ast.AssignStmt)
		return steps || ok && set.Tok != token.ASSIGN && set.Tok != token.DEFINE
	})
}

// mayPass reports whether the error comes from something that may go well another time: a request, a function that is handed a context, or
// one that is called through a value.
func (p *path) mayPass() bool {
	fn := syntax.Called(p.info, p.call)
	if fn == nil {
		_, ok := p.info.TypeOf(p.call.Fun).Underlying().(*types.Signature)
		return ok && !p.info.Types[ast.Unparen(p.call.Fun)].IsType()
	}
	return p.source(p.call) != local
}

// doesNoMore reports whether statements do no more about an error than to tell of it, to leave, or to set what was to be read to nothing.
func (f *function) doesNoMore(list []ast.Stmt, err *types.Var) bool {
	return every(list, func(s ast.Stmt) bool {
		_, returns := s.(*ast.ReturnStmt)
		to, value := syntax.Assigned(s)
		empties := to != nil && f.errorOf(to) == nil && f.isEmpty(value, s.Pos()) && !f.flags(to)
		other := func(e ast.Expr) bool { return f.errorOf(e) != nil && f.errorOf(e) != err }
		return (returns || empties || f.onlyCounts(s) || f.onlyFlags(s) || f.tellsOrLeaves(s)) && !syntax.Any(s, func(set *ast.AssignStmt) bool {
			return set.Tok == token.ASSIGN && slices.ContainsFunc(set.Lhs, other)
		})
	})
}

// flags reports whether something is a variable that is true until something fails, which tells of that: losterrors/unanswered, fresh.
func (f *function) flags(e ast.Expr) bool {
	v := syntax.Var(f.info, e)
	return v != nil && slices.ContainsFunc(slices.Collect(syntax.Given(f.info, f.decl.Body, v)), func(given ast.Expr) bool {
		return syntax.Is(given, "true")
	})
}

// onlyFlags reports whether a statement sets a variable of the function to yes or no, and all that comes of that is told.
func (f *function) onlyFlags(s ast.Stmt) bool {
	to, value := syntax.Assigned(s)
	v := syntax.Var(f.info, to)
	if v == nil || v.Kind() != types.LocalVar || v.Pos() < f.decl.Pos() || !syntax.IsBool(v.Type()) || f.info.Types[value].Value == nil {
		return false
	}
	told, uses := 0, 0
	for n := range ast.Preorder(f.decl.Body) {
		switch n := n.(type) {
		case *ast.Ident:
			if f.info.Uses[n] == v {
				uses++
			}
		case *ast.AssignStmt:
			if of, _ := syntax.Assigned(n); syntax.Var(f.info, of) == v && n.Tok == token.ASSIGN {
				told++
			}
		case *ast.IfStmt:
			if syntax.Var(f.info, n.Cond) == v && n.Else == nil && every(n.Body.List, f.idle) {
				told++
			}
		}
	}
	return told == uses
}

// usedIn reports whether statements use an error before they set it anew.
func (f *function) usedIn(list []ast.Stmt, err *types.Var) bool {
	i := slices.IndexFunc(list, func(s ast.Stmt) bool { return f.mentions(s, err) })
	return i >= 0 && !f.overwritten(list[i:], err)
}

// isEmpty reports whether an expression is empty at a place: nil, a literal without anything in it, or a variable that is only declared.
func (f *function) isEmpty(e ast.Expr, at token.Pos) bool {
	switch e := syntax.Address(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.BasicLit:
		return e.Value == `""` || strings.Trim(e.Value, "0.") == ""
	case *ast.Ident:
		if e.Name == "nil" || e.Name == "false" {
			return true
		}
		if v := syntax.Object(f.info, e); v != nil && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			return begins(strings.ToLower(v.Name()), "default")
		}
		v := syntax.Var(f.info, e)
		if v == nil || v.Parent() == nil || v.Pos() < f.decl.Body.Pos() || v.Pos() > at {
			return false
		}
		for given := range syntax.Given(f.info, f.decl.Body, v) {
			call, calls := given.(*ast.CallExpr)
			made := calls && (syntax.Is(call.Fun, "make") || syntax.Is(call.Fun, "new"))
			if given == nil || given.Pos() < at && !made && !f.isEmpty(given, given.Pos()) {
				return false
			}
		}
		return true
	}
	return false
}

// isDefault reports whether an expression says what holds if nothing else is known: it is empty, it is named for a default, or all that is
// in it is such.
func (f *function) isDefault(e ast.Expr, at token.Pos) bool {
	if f.isEmpty(e, at) {
		return true
	}
	if lit, ok := syntax.Address(e).(*ast.CompositeLit); ok {
		values := syntax.FieldValues(lit)
		return len(values) == len(lit.Elts) && every(values, func(e ast.Expr) bool { return f.isDefault(e, at) })
	}
	named := syntax.Object(f.info, e)
	return named != nil && strings.Contains(strings.ToLower(named.Name()), "default")
}
