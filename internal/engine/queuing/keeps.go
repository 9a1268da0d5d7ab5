package queuing

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// keepers returns the parameters of the functions outside a set that these may give to one of the set: by a function value, an
// interface, a channel or a variable, themselves or by what they call. What any other parameter gets comes to no queue.
func (p *program) keepers(chosen map[*ast.FuncDecl]bool) map[*types.Var]bool {
	k := &keepers{info: p.pass.TypesInfo, pkg: p.pass.Pkg, methods: make(map[string]bool), from: make(map[*types.Var][]*types.Var)}
	for fn := range chosen {
		if fn.Recv != nil {
			k.methods[fn.Name.Name] = true
		}
	}
	for at, fn := range syntax.Functions(p.pass) {
		if !chosen[fn] {
			k.follow(at, fn)
		}
	}
	k.keeps.Spread(func(v *types.Var) { k.keeps.Add(k.from[v]...) })
	return k.keeps.Has
}

type keepers struct {
	info    *types.Info
	pkg     *types.Package
	methods map[string]bool // names of methods that have to do with queues
	keeps   ssacode.Set[*types.Var]
	from    map[*types.Var][]*types.Var // of a parameter, those of callers that it gets

	parameters map[types.Object]bool // of the function that is followed
}

func (k *keepers) keep(v *types.Var) {
	if v != nil {
		k.keeps.Add(v)
	}
}

// handed returns the parameter that an expression is, whatever type it is converted to, nil if it is none.
func (k *keepers) handed(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := k.info.Uses[e].(*types.Var); ok && k.parameters[v] {
			return v
		}
	case *ast.TypeAssertExpr:
		return k.handed(e.X)
	case *ast.UnaryExpr:
		return k.handed(e.X)
	case *ast.CallExpr:
		if len(e.Args) == 1 && k.info.Types[e.Fun].IsType() {
			return k.handed(e.Args[0])
		}
	}
	return nil
}

func (k *keepers) all(list []ast.Expr) {
	for _, e := range list {
		k.keep(k.handed(e))
	}
}

// follow notes what a function does with its parameters.
func (k *keepers) follow(at inspector.Cursor, fn *ast.FuncDecl) {
	k.parameters = make(map[types.Object]bool)
	for _, field := range fn.Type.Params.List {
		for _, name := range field.Names {
			k.parameters[k.info.Defs[name]] = true
		}
	}
	for c := range at.Preorder((*ast.CallExpr)(nil), (*ast.SendStmt)(nil), (*ast.AssignStmt)(nil), (*ast.CompositeLit)(nil)) {
		switch n := c.Node().(type) {
		case *ast.CallExpr:
			k.call(n)
		case *ast.SendStmt:
			k.keep(k.handed(n.Value))
		case *ast.AssignStmt:
			local := n.Tok == token.DEFINE || !slices.ContainsFunc(n.Lhs, func(to ast.Expr) bool {
				_, is := ast.Unparen(to).(*ast.Ident)
				return !is
			})
			if !local {
				k.all(n.Rhs)
			}
		case *ast.CompositeLit:
			named, ok := types.Unalias(k.info.TypeOf(n)).(*types.Named)
			if !ok || named.Obj().Pkg() != k.pkg {
				continue
			}
			for _, e := range n.Elts {
				if field, ok := e.(*ast.KeyValueExpr); ok {
					e = field.Value
				}
				k.keep(k.handed(e))
			}
		}
	}
}

func (k *keepers) call(n *ast.CallExpr) {
	if k.info.Types[n.Fun].IsType() {
		return
	}
	switch callee := typeutil.Callee(k.info, n).(type) {
	case *types.Func:
		callee = callee.Origin()
		recv := callee.Signature().Recv()
		if recv != nil && types.IsInterface(recv.Type()) {
			if k.methods[callee.Name()] {
				k.all(n.Args)
			}
			return
		}
		for i, arg := range n.Args {
			if v := k.handed(arg); v != nil && callee.Pkg() == k.pkg {
				to := parameter(callee, i)
				k.from[to] = append(k.from[to], v)
				if k.keeps.Has[to] {
					k.keep(v)
				}
			}
		}
	case *types.Builtin:
		if callee.Name() == "append" {
			k.all(n.Args[1:])
		}
	default:
		k.all(n.Args) // a function value
	}
}

// parameter returns the parameter of a function that an argument is for.
func parameter(fn *types.Func, arg int) *types.Var {
	params := fn.Signature().Params()
	if params.Len() == 0 {
		return nil
	}
	return params.At(min(arg, params.Len()-1))
}

// apart reports whether a function of the package that gets an item has nothing to do with queues, nor gives it to code that has.
func (f *frame) apart(c *ssa.CallCommon, fn *types.Func, arg int) bool {
	callee := c.StaticCallee()
	if callee != nil && callee.Origin() != nil {
		callee = callee.Origin()
	}
	if callee == nil || f.relevant[callee] {
		return false
	}
	if fn.Signature().Recv() != nil {
		arg--
	}
	return arg < 0 || !f.keeping[parameter(fn, arg)]
}
