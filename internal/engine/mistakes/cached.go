package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// creates reports whether an expression is a call that creates something, as its name says.
func creates(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	_, name := syntax.Selected(call.Fun)
	return strings.HasPrefix(strings.ToLower(name), "create")
}

// cachedIn returns the variables of a function that hold what a cache has, an object or a list of them, or what was created where it has
// none, each with the place from which on it may hold something else. A parameter may be one.
func (p *program) cachedIn(decl ast.Node, param *types.Var) map[*types.Var]token.Pos {
	cached := map[*types.Var]token.Pos{}
	if param != nil {
		cached[param] = decl.End()
	}
	for _, v := range p.ofEvents(decl) {
		cached[v] = decl.End()
	}
	give := func(to ast.Expr, value ast.Expr) {
		if at, ok := to.(*ast.IndexExpr); ok && known.IsObject(p.info.TypeOf(to)) && !syntax.Is(value, "nil") { // cachedobjects, gathered
			to = at.X
		}
		v := syntax.Var(p.info, to)
		if v == nil || v.IsField() || !refers(v.Type()) {
			return
		}
		until, held := cached[v]
		if !held && isEmptyMap(value) {
			return // or a list
		}
		switch {
		case value != nil && p.ofCache(value, cached):
			if !held {
				cached[v] = decl.End()
			}
		case !held || until == token.NoPos:
			cached[v] = token.NoPos // it has held something else
		case value == nil || to.Pos() >= until || !creates(value):
			from, last := span(decl, to.Pos(), v)
			if from == last && value != nil {
				from = value.End() // it is there until that is known: cachedobjects, defaults
			}
			cached[v] = min(until, from)
		}
	}
	unlessSet := make(map[ast.Node]bool) // assignments to a variable only where that is nil
	for n := range ast.Preorder(decl) {
		switch n := n.(type) {
		case *ast.IfStmt:
			asks, ok := n.Cond.(*ast.BinaryExpr)
			if !ok || asks.Op != token.EQL || !syntax.Is(asks.Y, "nil") || len(n.Body.List) != 1 {
				continue
			}
			set, ok := n.Body.List[0].(*ast.AssignStmt)
			unlessSet[set] = ok && len(set.Lhs) == 1 && syntax.Var(p.info, set.Lhs[0]) != nil &&
				syntax.Var(p.info, asks.X) == syntax.Var(p.info, set.Lhs[0])
		case *ast.AssignStmt:
			if unlessSet[n] {
				continue
			}
			for i, to := range n.Lhs {
				switch {
				case len(n.Lhs) == len(n.Rhs):
					give(to, n.Rhs[i])
				case i == 0:
					give(to, n.Rhs[0])
				default:
					give(to, nil)
				}
			}
		case *ast.RangeStmt:
			if n.Value != nil {
				give(n.Value, n.X)
			}
		case *ast.TypeSwitchStmt:
			set, _ := n.Assign.(*ast.AssignStmt)
			for _, clause := range n.Body.List {
				if v, _ := p.info.Implicits[clause].(*types.Var); v != nil && p.ofCache(set.Rhs[0], cached) {
					cached[v] = decl.End()
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				give(n.X, nil)
			}
		}
	}
	return cached
}

// changedWhile reports whether a node that changes a variable's object does so while that is one of a cache.
func changedWhile(decl, n ast.Node, v *types.Var, cached map[*types.Var]token.Pos) bool {
	if v == nil || cached[v] == token.NoPos {
		return false
	}
	_, last := span(decl, n.Pos(), v)
	return last < cached[v]
}

// span returns when what is done with a variable at a place is done: from the first to the last round of a loop on, and any time later in a
// function literal.
func span(decl ast.Node, at token.Pos, v *types.Var) (from, to token.Pos) {
	for n := range ast.Preorder(decl) {
		if v.Pos() >= n.Pos() || at < n.Pos() || at >= n.End() {
			continue
		}
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return n.Pos(), n.End() - 1
		case *ast.FuncLit:
			return n.Pos(), decl.End() - 1
		}
	}
	return at, at
}

// ofCache reports whether an expression is an object, or a list of them, that an informer's cache hands out: by a lister or by the store
// itself, which copy nothing.
func (p *program) ofCache(e ast.Expr, cached map[*types.Var]token.Pos) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Pos() < cached[syntax.Var(p.info, e)]
	case *ast.IndexExpr:
		return p.ofCache(e.X, cached)
	case *ast.TypeAssertExpr:
		return p.ofCache(e.X, cached)
	case *ast.SelectorExpr:
		return p.ofEvent(e) || p.ofCache(e.X, cached)
	case *ast.UnaryExpr:
		return p.ofCache(e.X, cached)
	case *ast.CallExpr:
		if syntax.Is(e.Fun, "append") { // of pointers, and not of what is copied
			list, ok := p.info.TypeOf(e).Underlying().(*types.Slice) // or a type parameter
			return ok && refers(list.Elem()) && slices.ContainsFunc(e.Args[1:], func(arg ast.Expr) bool { return p.ofCache(arg, cached) })
		}
		fn := syntax.Called(p.info, e)
		if fn == nil || fn.Pkg() == nil {
			return false
		}
		of, _ := syntax.Selected(e.Fun)
		switch fn.Name() {
		case "GetLabels", "GetAnnotations", "GetObjectMeta":
			return of != nil && p.ofCache(of, cached) // the map of the object itself
		case "Accessor": // cachedobjects, accessor
			return fn.Pkg().Path() == "k8s.io/apimachinery/pkg/api/meta" && p.ofCache(e.Args[0], cached)
		}
		return fn.Signature().Recv() != nil && known.Caches(fn.Pkg().Path()) && !known.Requests(fn) &&
			slices.Contains([]string{"Get", "GetByKey", "List", "ByIndex"}, fn.Name()) && (!p.isStore(of) || p.ofInformer(of, 0)) ||
			p.handsOut(p.decls[fn])
	}
	return false
}

// ofInformer reports whether something is the store of an informer, as far as the package tells: else the program may fill it itself.
func (p *program) ofInformer(e ast.Expr, depth int) bool {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		name := syntax.CalledName(p.info, call)
		return name.In(known.ClientGoCache) && (name.Last() == "GetStore" || name.Last() == "GetIndexer")
	}
	v, ok := syntax.Object(p.info, e).(*types.Var)
	if !ok || depth > 3 {
		return false
	}
	for at := range syntax.Preorder(p.pass, (*ast.AssignStmt)(nil)) {
		set, call := syntax.OfCall(at.Node().(*ast.AssignStmt))
		if set != nil && len(set.Lhs) > 1 && syntax.Object(p.info, set.Lhs[0]) == v && syntax.CalledName(p.info, call).In(known.ClientGoCache) {
			return true // which makes the informer too
		}
	}
	values, _ := syntax.Values(p.pass, v)
	return slices.ContainsFunc(values, func(value ast.Expr) bool { return p.ofInformer(value, depth+1) })
}

// isStore reports whether a call asks a store, and no lister.
func (p *program) isStore(of ast.Expr) bool {
	name := symbol.OfType(p.info.TypeOf(of))
	return name == known.ClientGoCache+".Store" || name == known.ClientGoCache+".Indexer"
}

// handsOut reports whether a function of the package returns nothing, or what a cache has.
func (p *program) handsOut(decl *ast.FuncDecl) bool {
	if decl == nil || decl.Type.Results == nil {
		return false
	}
	hands, done := p.hands[decl]
	if done {
		return hands
	}
	p.hands[decl] = false // one that calls itself
	cached := p.cachedIn(decl, nil)
	for ret := range syntax.All[*ast.ReturnStmt](decl.Body) {
		switch {
		case len(ret.Results) == 0 || !syntax.Is(ret.Results[0], "nil") && !p.ofCache(ret.Results[0], cached):
			return false
		case !syntax.Is(ret.Results[0], "nil"):
			hands = true
		}
	}
	p.hands[decl] = hands
	return hands
}

// changes returns the variable whose object a node changes, nil for a node that changes none. What says of which kind an object is tells
// nobody anything, and is often missing in a cache.
func (p *program) changes(n ast.Node) *types.Var {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, to := range n.Lhs {
			if v := p.within(to); v != nil {
				return v
			}
		}
	case *ast.IncDecStmt:
		return p.within(n.X)
	case *ast.CallExpr:
		of, name := syntax.Selected(n.Fun)
		at := known.Changes(syntax.CalledName(p.info, n))
		switch {
		case at >= 0 && at < len(n.Args):
			return p.within(&ast.StarExpr{X: syntax.Address(n.Args[at])})
		case syntax.Is(n.Fun, "delete") && len(n.Args) == 2:
			return p.within(&ast.IndexExpr{X: n.Args[0]})
		case len(n.Args) > 0 && sorts(syntax.CalledName(p.info, n)):
			list := n.Args[0]
			if v := syntax.Var(p.info, list); v != nil && !v.IsField() {
				list = syntax.OnlyGiven(p.pass, v)
			}
			if _, part := ast.Unparen(list).(*ast.SelectorExpr); part {
				return p.within(list)
			}
		case of != nil && setter.MatchString(name) && name != "SetGroupVersionKind" && len(n.Args) > 0:
			if v := syntax.Var(p.info, of); v != nil && known.IsObject(v.Type()) {
				return v
			}
		}
	}
	return nil
}

// sorts reports whether a function changes the order of the list that it is handed.
func sorts(name symbol.Name) bool {
	return (name.In("sort") || name.In("slices")) && (strings.HasPrefix(name.Last(), "Sort") || name.Last() == "Reverse" ||
		slices.Contains([]symbol.Name{"sort.Slice", "sort.SliceStable", "sort.Strings", "sort.Ints"}, name))
}

// setter matches names of methods that set a part of an object, and not Setup.
var setter = regexp.MustCompile(`^Set[A-Z]`)

// within returns the variable with a pointer to the object that an expression is a part of, or to a part of that, or with a list or a map
// of it, nil if it is none (cachedobjects, parts).
func (p *program) within(e ast.Expr) *types.Var {
	whole := e
	for part, indexed := false, false; ; {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			if name := x.Sel.Name; name == "Kind" || name == "APIVersion" || name == "TypeMeta" {
				return nil
			}
			e, part = x.X, true
		case *ast.StarExpr:
			e, part = x.X, true
		case *ast.TypeAssertExpr:
			e = x.X
		case *ast.IndexExpr:
			e, indexed = x.X, true
		case *ast.Ident:
			v := syntax.Var(p.info, x)
			if v == nil {
				return nil
			}
			changed := false
			switch t := v.Type().Underlying().(type) {
			case *types.Pointer, *types.Interface:
				changed = part
			case *types.Map: // one of objects is nobody else's
				changed = indexed && (part || !known.IsObject(t.Elem()))
			case *types.Slice: // a list of objects is nobody else's
				changed = indexed && (part || !refers(t.Elem()))
			case *types.Struct:
				if part && indexed {
					return p.copied(v, whole)
				}
			}
			if !changed {
				return nil
			}
			return v
		default:
			return nil
		}
	}
}

// copied returns the variable whose object a struct is a copy of, or of a part, which has the same maps, where an expression writes into
// one of these: the struct is given no other, but where there is none. cachedobjects, shallow.
func (p *program) copied(v *types.Var, e ast.Expr) *types.Var {
	at, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok || v.IsField() || v.Parent() == p.pass.Pkg.Scope() {
		return nil
	}
	if _, isMap := p.info.TypeOf(at.X).Underlying().(*types.Map); !isMap {
		return nil
	}
	file := syntax.FileOf(p.pass.Files, e.Pos())
	of := ast.Unparen(syntax.OnlyGiven(p.pass, v))
	star, whole := of.(*ast.StarExpr)
	if _, part := of.(*ast.SelectorExpr); !whole && !part || syntax.Any(file, func(set *ast.AssignStmt) bool {
		return slices.ContainsFunc(set.Lhs, func(to ast.Expr) bool {
			return syntax.Root(p.info, to) == v && p.holdsField(to, at.X)
		}) && !syntax.Any(file, func(branch *ast.IfStmt) bool {
			return syntax.Within(branch.Body, set) &&
				types.ExprString(branch.Cond) == types.ExprString(set.Lhs[0])+" == nil"
		})
	}) {
		return nil
	}
	if whole {
		of = star.X
	}
	return syntax.Root(p.info, of)
}

// holdsField reports whether an expression is the field that another one names, however they are written, or a struct that has it:
// cachedobjects, ownMaps.
func (p *program) holdsField(e, field ast.Expr) bool {
	_, name := syntax.Selected(field)
	if _, is := syntax.Selected(e); is == "" || is == name {
		return is == name
	}
	held, _, _ := types.LookupFieldOrMethod(p.info.TypeOf(e), true, p.pass.Pkg, name)
	return held != nil
}
