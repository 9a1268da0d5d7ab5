package adopt

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
)

// Flows finds in a file where values of function types go.
type flows struct {
	*classes
	pass *analysis.Pass
	file *ast.File
	at   ast.Node // that is looked at

	results []*types.Tuple // of the functions around it
}

func (f *flows) follow() {
	var stack []ast.Node
	ast.Inspect(f.file, func(n ast.Node) bool {
		if n == nil {
			switch stack[len(stack)-1].(type) {
			case *ast.FuncDecl, *ast.FuncLit:
				f.results = f.results[:len(f.results)-1]
			}
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		switch n := n.(type) {
		case *ast.FuncDecl:
			f.enter(f.pass.TypesInfo.Defs[n.Name].Type())
		case *ast.FuncLit:
			f.enter(f.pass.TypesInfo.TypeOf(n))
		}
		f.at = n
		f.visit(n)
		return true
	})
}

func (f *flows) enter(t types.Type) {
	f.results = append(f.results, t.(*types.Signature).Results())
}

// instantiated notes that methods of type arguments may be called through the constraints of their parameters.
func (f *flows) instantiated(id *ast.Ident, args *types.TypeList) {
	var params *types.TypeParamList
	switch obj := f.pass.TypesInfo.Uses[id].(type) {
	case *types.Func:
		params = obj.Signature().TypeParams()
	case *types.TypeName:
		if named, ok := obj.Type().(*types.Named); ok {
			params = named.TypeParams()
		}
	}
	for i := range min(args.Len(), params.Len()) {
		f.lose(args.At(i))
		f.converted(args.At(i), params.At(i).Constraint(), at(f.pass, id), f.fix)
	}
}

func (f *flows) typeOf(e ast.Expr) types.Type { return f.pass.TypesInfo.TypeOf(e) }

func (f *flows) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		f.assign(n.Lhs, n.Rhs)
	case *ast.ValueSpec:
		if n.Type != nil {
			for _, v := range n.Values {
				f.flow(v, f.typeOf(n.Type))
			}
		}
	case *ast.CallExpr:
		f.call(n)
	case *ast.CompositeLit:
		f.literal(n)
	case *ast.ReturnStmt:
		f.flowAll(n.Results, f.results[len(f.results)-1])
	case *ast.SendStmt:
		if ch, ok := f.typeOf(n.Chan).Underlying().(*types.Chan); ok {
			f.flow(n.Value, ch.Elem())
		}
	case *ast.TypeAssertExpr:
		if n.Type != nil {
			f.lose(f.typeOf(n.Type))
			f.asserted(f.typeOf(n.Type), at(f.pass, n))
		}
	case *ast.TypeSwitchStmt:
		for _, clause := range n.Body.List {
			for _, e := range clause.(*ast.CaseClause).List {
				f.lose(f.typeOf(e))
				f.asserted(f.typeOf(e), at(f.pass, e))
			}
		}
	case *ast.Ident:
		if instance, ok := f.pass.TypesInfo.Instances[n]; ok {
			f.instantiated(n, instance.TypeArgs)
		}
	case *ast.SelectorExpr:
		if s := f.pass.TypesInfo.Selections[n]; s != nil && s.Kind() == types.MethodExpr {
			f.fix(keyOfFunc(s.Obj()), "is used as a method expression at "+at(f.pass, n))
		}
	}
}

func (f *flows) assign(left, right []ast.Expr) {
	if len(left) == len(right) {
		for i, e := range right {
			if t := f.typeOf(left[i]); t != nil { // nil for _
				f.flow(e, t)
			}
		}
		return
	}
	if tuple, ok := f.typeOf(right[0]).(*types.Tuple); ok && len(right) == 1 {
		for i := range tuple.Len() {
			if t := f.typeOf(left[i]); t != nil {
				f.unify(tuple.At(i).Type(), t, 0)
			}
		}
	}
}

// call notes a call, and follows its arguments.
func (f *flows) call(call *ast.CallExpr) {
	tv := f.pass.TypesInfo.Types[call.Fun]
	if tv.IsType() {
		f.flow(call.Args[0], tv.Type)
		return
	}
	sig, ok := tv.Type.Underlying().(*types.Signature)
	if !ok {
		return
	}
	if key := f.keyOf(f.pass, call.Fun); key != "" && !tv.IsBuiltin() {
		f.calls[key] = append(f.calls[key], callAt(f.pass, f.file, call))
	}
	params := sig.Params()
	if sig.Variadic() && !call.Ellipsis.IsValid() {
		last := params.Len() - 1
		for i, arg := range call.Args {
			if i < last {
				f.flow(arg, params.At(i).Type())
			} else if list, ok := params.At(last).Type().Underlying().(*types.Slice); ok {
				f.flow(arg, list.Elem())
			}
		}
		return
	}
	f.flowAll(call.Args, params)
}

// flowAll follows expressions, or the one call whose results they are.
func (f *flows) flowAll(list []ast.Expr, to *types.Tuple) {
	if len(list) == to.Len() {
		for i, e := range list {
			f.flow(e, to.At(i).Type())
		}
		return
	}
	if len(list) == 1 {
		if tuple, ok := f.typeOf(list[0]).(*types.Tuple); ok && tuple.Len() == to.Len() {
			for i := range tuple.Len() {
				f.unify(tuple.At(i).Type(), to.At(i).Type(), 0)
			}
		}
	}
}

func (f *flows) literal(lit *ast.CompositeLit) {
	t := code.Deref(f.typeOf(lit)).Underlying()
	for i, e := range lit.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		if keyed {
			e = kv.Value
		}
		switch t := t.(type) {
		case *types.Slice:
			f.flow(e, t.Elem())
		case *types.Array:
			f.flow(e, t.Elem())
		case *types.Map:
			f.flow(e, t.Elem())
		case *types.Struct:
			if !keyed {
				f.flow(e, t.Field(i).Type())
			} else if id, ok := kv.Key.(*ast.Ident); ok {
				if v, ok := f.pass.TypesInfo.Uses[id].(*types.Var); ok {
					f.flow(e, v.Type())
				}
			}
		}
	}
}

// flow follows the value of an expression to a place of a type.
func (f *flows) flow(e ast.Expr, to types.Type) {
	t := f.typeOf(e)
	if t == nil || to == nil {
		return
	}
	if _, ok := t.Underlying().(*types.Signature); !ok {
		f.unify(t, to, 0)
		return
	}
	from := f.keyOf(f.pass, e)
	if _, ok := to.Underlying().(*types.Signature); !ok || f.keyOfType(to) == "" {
		if from != "" {
			f.fix(from, "is handed to other code at "+at(f.pass, f.at))
		}
		return
	}
	if from == "" {
		f.fix(f.keyOfType(to), "is a type of functions of other code at "+at(f.pass, f.at))
		return
	}
	f.union(from, f.keyOfType(to))
	f.unify(t, to, 0)
}

// unify makes function types one class that are in the same place of two types.
func (f *flows) unify(a, b types.Type, depth int) {
	a, b = types.Unalias(a), types.Unalias(b)
	if a == b || depth > 8 {
		return
	}
	x, namedX := a.(*types.Named)
	y, namedY := b.(*types.Named)
	if namedX && namedY {
		if x.Origin() == y.Origin() {
			for i := range x.TypeArgs().Len() {
				f.unify(x.TypeArgs().At(i), y.TypeArgs().At(i), depth+1)
			}
			return
		}
	}
	if _, ok := b.Underlying().(*types.Interface); ok {
		f.lose(a)
		f.converted(a, b, at(f.pass, f.at), f.fix)
		return
	}
	switch s := a.Underlying().(type) {
	case *types.Signature:
		t, ok := b.Underlying().(*types.Signature)
		if !ok {
			return
		}
		if v, w := f.keys[s], f.keys[t]; v != "" && w != "" {
			f.union(v, w)
		} else if s != t {
			f.lose(a)
			f.lose(b)
		}
		f.tuples(s.Params(), t.Params(), depth)
		f.tuples(s.Results(), t.Results(), depth)
	case *types.Struct:
		if t, ok := b.Underlying().(*types.Struct); ok && s.NumFields() == t.NumFields() {
			for i := range s.NumFields() {
				f.unify(s.Field(i).Type(), t.Field(i).Type(), depth+1)
			}
		}
	case elemType:
		if t, ok := b.Underlying().(elemType); ok {
			f.unify(s.Elem(), t.Elem(), depth+1)
		}
	}
}

// An elemType is a type of pointers, slices, arrays, maps or channels.
type elemType interface {
	types.Type
	Elem() types.Type
}

func (f *flows) tuples(a, b *types.Tuple, depth int) {
	for i := range min(a.Len(), b.Len()) {
		f.unify(a.At(i).Type(), b.At(i).Type(), depth+1)
	}
}

// lose notes that functions of the types within a type go where they cannot be followed.
func (f *flows) lose(t types.Type) {
	for range 8 {
		switch u := types.Unalias(t).Underlying().(type) {
		case *types.Signature:
			if key := f.keys[u]; key != "" {
				f.fix(key, "is kept where it cannot be followed at "+at(f.pass, f.at))
			}
			return
		case elemType:
			t = u.Elem()
		default:
			return
		}
	}
}
