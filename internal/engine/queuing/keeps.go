package queuing

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// keepers returns the functions outside a set that may give what they are handed to one of the set: by a function value, an interface,
// a channel or a variable, themselves or by what they call. What any other is handed comes to no queue.
func (p *program) keepers(chosen map[*ast.FuncDecl]bool, decls map[types.Object]*ast.FuncDecl, users map[*ast.FuncDecl][]*ast.FuncDecl) map[types.Object]bool {
	methods := make(map[string]bool)
	for fn := range chosen {
		if fn.Recv != nil {
			methods[fn.Name.Name] = true
		}
	}
	keeps := make(map[*ast.FuncDecl]bool)
	var work []*ast.FuncDecl
	for at, fn := range syntax.Functions(p.pass) {
		if chosen[fn] || fn.Body == nil {
			continue
		}
		if p.passesOn(at, fn, methods) {
			keeps[fn] = true
			work = append(work, fn)
		}
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		for _, u := range users[fn] {
			if !chosen[u] && !keeps[u] {
				keeps[u] = true
				work = append(work, u)
			}
		}
	}
	out := make(map[types.Object]bool)
	for obj, fn := range decls {
		if keeps[fn] {
			out[obj] = true
		}
	}
	return out
}

// passesOn reports whether a function itself gives one of its parameters to code that it does not name.
func (p *program) passesOn(at inspector.Cursor, fn *ast.FuncDecl, methods map[string]bool) bool {
	info := p.pass.TypesInfo
	parameters := make(map[types.Object]bool)
	for _, field := range fn.Type.Params.List {
		for _, name := range field.Names {
			parameters[info.Defs[name]] = true
		}
	}
	handed := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && parameters[info.Uses[id]]
	}
	for c := range at.Preorder((*ast.CallExpr)(nil), (*ast.SendStmt)(nil), (*ast.AssignStmt)(nil), (*ast.CompositeLit)(nil)) {
		switch n := c.Node().(type) {
		case *ast.CallExpr:
			if len(n.Args) == 0 || info.Types[n.Fun].IsType() {
				continue
			}
			switch callee := typeutil.Callee(info, n).(type) {
			case *types.Func:
				recv := callee.Signature().Recv()
				if recv != nil && types.IsInterface(recv.Type()) && methods[callee.Name()] {
					return true
				}
			case *types.Builtin:
				if callee.Name() == "append" && slices.ContainsFunc(n.Args[1:], handed) {
					return true
				}
			default:
				return true // a function value
			}
		case *ast.SendStmt:
			return true
		case *ast.AssignStmt:
			if n.Tok != token.ASSIGN || !slices.ContainsFunc(n.Rhs, handed) {
				continue
			}
			for _, to := range n.Lhs {
				if _, local := ast.Unparen(to).(*ast.Ident); !local {
					return true
				}
			}
		case *ast.CompositeLit:
			named, ok := types.Unalias(info.TypeOf(n)).(*types.Named)
			if !ok || named.Obj().Pkg() != p.pass.Pkg {
				continue
			}
			for _, e := range n.Elts {
				if field, ok := e.(*ast.KeyValueExpr); ok {
					e = field.Value
				}
				if handed(e) {
					return true
				}
			}
		}
	}
	return false
}
