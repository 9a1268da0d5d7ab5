package repair

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// A walk repairs the code of one declaration.
type walk struct {
	*repairer
	errors  []token.Pos  // in the declaration
	results *types.Tuple // of the function around the statement, nil outside of functions
	// failures are variables of unknown type that are taken for errors: the last results of
	// calls, compared with nil. What follows where an error is not nil does not count, so it
	// matters to know one.
	failures map[types.Object]bool
}

func (r *repairer) newWalk(n ast.Node, errors []token.Pos, results *types.Tuple) *walk {
	w := &walk{repairer: r, errors: errors, results: results, failures: make(map[types.Object]bool)}
	w.findFailures(n)
	return w
}

var errorType = types.Universe.Lookup("error").Type()

func (w *walk) findFailures(n ast.Node) {
	last := make(map[types.Object]bool)
	for s := range syntax.All[*ast.AssignStmt](n) {
		if s.Tok == token.DEFINE && len(s.Rhs) == 1 {
			if id, ok := s.Lhs[len(s.Lhs)-1].(*ast.Ident); ok {
				if obj := w.Info.Defs[id]; obj != nil && obj.Type() == types.Typ[types.Invalid] {
					last[obj] = true
				}
			}
		}
	}
	if len(last) == 0 {
		return
	}
	for e := range syntax.All[*ast.BinaryExpr](n) {
		if e.Op != token.EQL && e.Op != token.NEQ || !w.isNil(e.Y) {
			continue
		}
		if id, ok := e.X.(*ast.Ident); ok && last[w.Info.Uses[id]] {
			w.failures[w.Info.Uses[id]] = true
		}
	}
}

func (w *walk) isNil(e ast.Expr) bool {
	_, ok := syntax.Object(w.Info, e).(*types.Nil)
	return ok
}

// function repairs a function and reports whether any of it is left.
func (r *repairer) function(d *ast.FuncDecl, errors []token.Pos) bool {
	at := levelOf(r.tries[d])
	if at == nothing {
		return false
	}
	fn, _ := r.Info.Defs[d.Name].(*types.Func)
	r.receiver(d)
	r.fields(d.Type.TypeParams)
	r.fields(d.Type.Params)
	r.fields(d.Type.Results)
	if d.Body == nil {
		return true
	}
	var results *types.Tuple
	if fn != nil {
		results = fn.Signature().Results()
	}
	w := r.newWalk(d, errors, results)
	if at == declarations {
		d.Body.List = w.emptied(d)
		return true
	}
	w.functionBody(d.Body)
	return true
}

// receiver makes a method of a type that there is not a function: the code in it is still to be seen.
func (r *repairer) receiver(d *ast.FuncDecl) {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return
	}
	base := ast.Unparen(d.Recv.List[0].Type)
	if star, ok := base.(*ast.StarExpr); ok {
		base = star.X
	}
	id, ok := syntax.Generic(base).(*ast.Ident)
	if ok {
		obj, isType := r.Info.Uses[id].(*types.TypeName)
		if isType && obj.Pkg() == r.Types && obj.Type() != types.Typ[types.Invalid] {
			if named, isNamed := obj.Type().(*types.Named); isNamed && levelOf(r.tries[d]) == expressions {
				if _, isInterface := named.Underlying().(*types.Interface); !isInterface {
					return
				}
			}
		}
	} else {
		id = &ast.Ident{Name: "_"}
	}
	param := d.Recv.List[0]
	param.Type = r.unknownType(param.Type)
	if len(param.Names) == 0 {
		param.Names = []*ast.Ident{{NamePos: param.Type.Pos(), Name: "_"}}
	}
	for _, f := range d.Type.Params.List {
		if len(f.Names) == 0 {
			f.Names = []*ast.Ident{{NamePos: f.Type.Pos(), Name: "_"}}
		}
	}
	d.Type.Params.List = append([]*ast.Field{param}, d.Type.Params.List...)
	// Other types may have a method of this name.
	d.Name = &ast.Ident{NamePos: d.Name.Pos(), Name: id.Name + "·" + d.Name.Name}
	d.Recv = nil
}

func (w *walk) functionBody(body *ast.BlockStmt) {
	w.stmts(body.List)
	if w.errorIn(body.Rbrace, body.Rbrace+1) && w.results.Len() > 0 { // it ends without a return
		body.List = append(body.List, w.returnUnknown(body))
	}
}

func (w *walk) returnUnknown(at ast.Node, args ...ast.Expr) ast.Stmt {
	ret := &ast.ReturnStmt{Return: at.Pos()}
	if types := resultTypes(w.results); len(types) > 0 {
		ret.Results = w.values(at, types, args)
	}
	return ret
}

func resultTypes(results *types.Tuple) []types.Type {
	var list []types.Type
	for v := range results.Variables() {
		list = append(list, v.Type())
	}
	return list
}

// values returns expressions of the types given that stand for code that computes with args.
func (w *walk) values(at ast.Node, list []types.Type, args []ast.Expr) []ast.Expr {
	w.used = true
	return []ast.Expr{w.stands.value(at, list, args)}
}

// standIn returns an expression of a type, nil for any, that stands for code that computes with args.
func (w *walk) standIn(at ast.Node, want types.Type, args ...ast.Expr) ast.Expr {
	w.used = true
	var given []ast.Expr
	for _, a := range args {
		if a != nil {
			given = append(given, a)
		}
	}
	want = cmp.Or[types.Type](want, unresolved)
	if types.Identical(want, errorType) {
		for i, a := range given {
			if types.Identical(w.typeOf(a), errorType) {
				// What is made from an error that is not nil is not nil.
				return call(at, w.stands.name("Wrap", at.Pos()), slices.Concat([]ast.Expr{a}, given[:i], given[i+1:])...)
			}
		}
	}
	return w.stands.value(at, []types.Type{want}, given)
}

// errorIn reports whether an error lies in [from, to).
func (w *walk) errorIn(from, to token.Pos) bool {
	return slices.ContainsFunc(w.errors, func(pos token.Pos) bool { return from <= pos && pos < to })
}

// emptied returns a body for a function whose own is given up: it hands what the function is given to a stand-in that may set the
// package's variables, and returns what that returns.
func (w *walk) emptied(d *ast.FuncDecl) []ast.Stmt {
	args := []ast.Expr{w.stands.from(d.Body, w.Types.Path())}
	for _, list := range []*ast.FieldList{d.Recv, d.Type.Params} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			for _, name := range f.Names {
				if name.Name != "_" {
					args = append(args, &ast.Ident{NamePos: name.Pos(), Name: name.Name})
				}
			}
		}
	}
	call := &ast.ExprStmt{X: w.standIn(d.Body, nil, args...)}
	return []ast.Stmt{call, w.returnUnknown(d.Body)}
}
