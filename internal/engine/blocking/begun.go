package blocking

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

// A lifetime says which contexts and channels of a function end only with the program: of its parameters those that are in it, and what is
// made of these.
type lifetime map[*types.Var]bool

// leaks notes a goroutine of a pass that never ends, or only when the program does: sleeping, endless and begun.
func (w *walker) leaks(s *ast.GoStmt) {
	call, body, lasting := s.Call, (*ast.BlockStmt)(nil), w.lasting()
	lit, isLit := ast.Unparen(call.Fun).(*ast.FuncLit)
	if isLit {
		body, lasting = lit.Body, w.handsOver(lit.Type, call, lasting)
		if only, ok := syntax.Last[*ast.ExprStmt](body.List); ok && len(body.List) == 1 {
			call, _ = ast.Unparen(only.X).(*ast.CallExpr)
		}
	} else if decl := w.g.decls[syntax.Called(w.info, call)]; decl != nil {
		body, lasting = decl.Body, w.handsOver(decl.Type, call, lasting)
	}
	const endless = "a loop without an end"
	var runs *ast.CallExpr
	find := func(c *ast.CallExpr) bool {
		if runs == nil && w.runsInformers(c) && w.handedLasting(c, lasting) {
			runs = c
		}
		return runs != nil
	}
	if !find(s.Call) && isLit {
		syntax.AnyNow(lit.Body, find)
	}
	switch {
	case runs != nil:
		w.startsInformers(runs, s.Pos())
	case call != nil && w.repeatsAlways(call, lasting),
		body != nil && syntax.AnyNow(body, func(n ast.Node) bool { return w.goesOn(n, lasting) }):
		w.leavesBehind(endless, "starts one more goroutine here, which ends only when the program does", s.Pos())
	case body != nil && syntax.AnyNow(body, isEndless):
		w.leavesBehind(endless, "starts one more goroutine here, which never ends", s.Pos())
	}
}

// begins notes a call of a pass that starts informers and returns, or has an informer call one more handler, which nobody takes back:
// sleeping, begun.
func (w *walker) begins(call *ast.CallExpr) {
	if w.runsInformers(call) && w.handedLasting(call, w.lasting()) {
		w.startsInformers(call, call.Pos())
	}
	of, _ := syntax.Selected(call.Fun)
	if addsHandler(syntax.CalledName(w.info, call)) && !w.madeHere(of) && syntax.Any(w.decl.Node(), func(n ast.Node) bool {
		set, made := syntax.OfCall(n)
		alone, ok := n.(*ast.ExprStmt)
		return set != nil && made == call && syntax.Is(set.Lhs[0], "_") || ok && alone.X == call
	}) { // what would take it back is dropped
		w.leavesBehind(types.ExprString(call.Fun), "adds one more handler here, which the informer calls as long as it runs", call.Pos())
	}
}

// addsHandler reports whether a method adds a handler to an informer.
func addsHandler(sym symbol.Name) bool {
	return strings.HasPrefix(sym.Last(), "AddEventHandler") && (sym.In(known.ClientGoCache) || sym.Below(known.ControllerRuntime+"/pkg/cache"))
}

func (w *walker) startsInformers(call *ast.CallExpr, pos token.Pos) {
	w.leavesBehind(types.ExprString(call.Fun), "starts informers here, which only the end of the program stops", pos)
}

// leavesBehind notes what each pass leaves one more of.
func (w *walker) leavesBehind(what, does string, pos token.Pos) {
	w.note(Wait{What: what, Repeat: once, Explained: true, Does: does, Begun: true}, pos) // a note at first
}

// keeps notes whether the function sets something of what it belongs to or of the package: that may say what it has begun, so that no other
// pass does. sleeping, begun.
func (w *walker) keeps(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		w.node.keeps = w.node.keeps || w.setsShared(n)
	case *ast.CallExpr:
		of, name := syntax.Selected(n.Fun)
		sym := syntax.CalledName(w.info, n)
		w.node.bounds = w.node.bounds || strings.HasPrefix(string(sym), "context.With") && name != "WithValue"
		w.node.keeps = w.node.keeps || of != nil && w.stays(of) && stores.MatchString(name) && !sym.In(known.Workqueue) &&
			!addsHandler(sym) && !w.handsContext(n)
	}
}

// setsShared reports whether an assignment sets something of what the method belongs to or of the package, or an entry of it.
func (w *walker) setsShared(n *ast.AssignStmt) bool {
	return slices.ContainsFunc(n.Lhs, func(to ast.Expr) bool {
		if at, ok := to.(*ast.IndexExpr); ok {
			to = at.X
		}
		return w.stays(to)
	})
}

// stores matches names of methods that keep something.
var stores = regexp.MustCompile(`^(?i:store|loadOrStore|add|insert|set|track|register|mark|swap|compare|put|try|do)([A-Z]|$)`)

// lasting returns how long the contexts last that the function is handed: those of a reconciler end with the program.
func (w *walker) lasting() lifetime {
	lasting := make(lifetime)
	if decl, ok := w.decl.Node().(*ast.FuncDecl); ok {
		for v := range w.paramsOf(decl.Type) {
			lasting[v] = symbol.OfType(v.Type()) == "context.Context" && !w.setsAnew(v)
		}
	}
	return lasting
}

// handsOver returns the lifetimes in a function that is called, of what it is handed, too.
func (w *walker) handsOver(to *ast.FuncType, call *ast.CallExpr, outer lifetime) lifetime {
	lasting := make(lifetime)
	for v := range outer {
		lasting[v] = outer[v]
	}
	for v, i := range w.paramsOf(to) {
		lasting[v] = i < len(call.Args) && w.lasts(call.Args[i], outer)
	}
	return lasting
}

// paramsOf returns the parameters of a function with their places.
func (w *walker) paramsOf(fn *ast.FuncType) map[*types.Var]int {
	params := make(map[*types.Var]int)
	for _, field := range fn.Params.List {
		for _, name := range field.Names {
			if v, ok := w.info.Defs[name].(*types.Var); ok {
				params[v] = len(params)
			}
		}
	}
	return params
}

// lasts reports whether a context, or a channel that says when to stop, ends only with the program.
func (w *walker) lasts(e ast.Expr, lasting lifetime) bool {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok {
		name := syntax.CalledName(w.info, call)
		switch of, method := syntax.Selected(call.Fun); {
		case name == "context.Background" || name == "context.TODO":
			return true
		case name == "context.WithValue" || name == "context.WithoutCancel":
			return w.lasts(call.Args[0], lasting)
		case method == "Done" && symbol.OfType(w.info.TypeOf(of)) == "context.Context":
			return w.lasts(of, lasting)
		}
		return false
	}
	v, ok := syntax.Object(w.info, e).(*types.Var)
	switch {
	case !ok:
		return w.info.Types[e].IsNil()
	case v.Pkg() != nil && v.Name() == "NeverStop" && v.Parent() == v.Pkg().Scope():
		return true
	case v.IsField(): // of what all passes have
		root := w.g.root(e)
		return root != nil && root.Kind() == types.RecvVar && symbol.OfType(v.Type()) == "context.Context" && !w.makesNew(root)
	case v.Kind() != types.LocalVar:
		return lasting[v]
	}
	made, ok := syntax.Resolve(w.g.pass, e).(*ast.CallExpr)
	if ok && syntax.Is(made.Fun, "make") {
		for at := range syntax.Uses(w.g.pass, v) {
			switch up := at.Parent().Node().(type) {
			case *ast.UnaryExpr:
				if up.Op == token.ARROW {
					continue
				}
			case *ast.CallExpr:
				if !syntax.Is(up.Fun, "close") {
					continue
				}
			}
			return false // somebody may close it
		}
		return true
	}
	return ok && w.lasts(made, lasting)
}

// handedLasting reports whether a call is handed a context or a channel, and only such as end with the program.
func (w *walker) handedLasting(call *ast.CallExpr, lasting lifetime) bool {
	handed := false
	for _, arg := range call.Args {
		t := w.info.TypeOf(arg)
		_, channel := t.Underlying().(*types.Chan)
		if channel || symbol.OfType(t) == "context.Context" || w.info.Types[arg].IsNil() {
			if handed = w.lasts(arg, lasting); !handed {
				return false
			}
		}
	}
	return handed
}

// repeatsAlways reports whether a call does something again and again until the program ends.
func (w *walker) repeatsAlways(call *ast.CallExpr, lasting lifetime) bool {
	name := syntax.CalledName(w.info, call)
	return name.In("k8s.io/apimachinery/pkg/util/wait") && strings.Contains(name.Last(), "Until") && !strings.HasPrefix(name.Last(), "Poll") &&
		w.handedLasting(call, lasting)
}

// runsInformers reports whether a call starts informers that the function has made.
func (w *walker) runsInformers(call *ast.CallExpr) bool {
	of, name := syntax.Selected(call.Fun)
	return of != nil && informers.MatchString(string(symbol.OfType(w.info.TypeOf(of)))) && w.madeHere(of) &&
		slices.Contains([]string{"Run", "RunWithContext", "Start", "StartWithContext"}, name)
}

// madeHere reports whether something is made by the function, or belongs to what is.
func (w *walker) madeHere(e ast.Expr) bool {
	if v := syntax.Var(w.info, e); v != nil {
		return v.Kind() == types.LocalVar && !syntax.Any(w.decl.Node(), func(set *ast.AssignStmt) bool {
			return syntax.Var(w.info, set.Lhs[0]) == v && !w.madeHere(set.Rhs[0])
		})
	}
	made, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || strings.HasPrefix(syntax.CalledName(w.info, made).Last(), "New") {
		return ok
	}
	of, _ := syntax.Selected(made.Fun)
	return of != nil && w.madeHere(of)
}

// informers matches the types of informers and what makes and starts these.
var informers = regexp.MustCompile(`\.(\w*SharedInformerFactory|SharedIndexInformer|SharedInformer|Controller)$|` +
	`^sigs\.k8s\.io/controller-runtime/pkg/(cache\.Cache|manager\.Manager|cluster\.Cluster)$`)

// goesOn reports whether a node is a loop that only the end of the program ends.
func (w *walker) goesOn(n ast.Node, lasting lifetime) bool {
	var body *ast.BlockStmt
	switch loop := n.(type) {
	case *ast.ForStmt:
		if loop.Cond == nil {
			body = loop.Body
		}
	case *ast.RangeStmt:
		if w.isTimerChannel(loop.X) || w.afterCall(loop.X) != nil {
			body = loop.Body
		}
	}
	ends, asked := false, false
	if body == nil {
		return false
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CommClause:
			if recv := received(n.Comm); recv != nil && w.lasts(recv.X, lasting) {
				asked = true
				return false
			}
		}
		ends = ends || leavesLoop(n)
		return !ends
	})
	_, ranges := n.(*ast.RangeStmt)
	return !ends && (asked || ranges)
}
