package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"unicode"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// vain looks for what is written down and has no effect: options that later ones replace, back-offs that allow no try, answers of limiters
// that nobody heeds, limits of a client that has been made already, numbers of workers for a kind that there is none of (vain), and
// contexts of copies that nobody takes (sleeping, http).
func (p *program) vain(at inspector.Cursor) {
	switch n := at.Node().(type) {
	case *ast.CallExpr:
		p.overruled(n)
		p.stepless(n)
		p.unreadFlag(n)
		p.readEarly(at)
		p.configEarly(at)
		p.readAsBuilt(at)
		if len(n.Args) == 1 && p.info.Types[n.Fun].IsType() && symbol.OfType(p.info.TypeOf(n)) == known.Rate+".Limit" &&
			symbol.OfType(p.info.TypeOf(n.Args[0])) == "time.Duration" && !p.isRatio(n.Args[0]) {
			p.found(Mistake{Pos: n.Pos(), Kind: RateOfDelay, Expr: n.Args[0]})
		}
	case *ast.ExprStmt:
		call, ok := n.X.(*ast.CallExpr)
		if !ok {
			return
		}
		switch name := syntax.CalledName(p.info, call); {
		case slices.Contains(answers, name) && !p.asksElsewhere(call):
			p.found(Mistake{Pos: n.Pos(), Kind: Unheeded, Expr: call.Fun})
		case name == "net/http.Request.WithContext":
			p.found(Mistake{Pos: n.Pos(), Kind: CopyDropped, Expr: call.Fun})
		}
	case *ast.AssignStmt:
		p.late(n)
		p.unreceived(at)
	case *ast.KeyValueExpr:
		kinds, ok := n.Value.(*ast.CompositeLit)
		if !ok || !syntax.Is(n.Key, "GroupKindConcurrency") {
			return
		}
		for _, e := range kinds.Elts {
			entry, ok := e.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			if key, _ := syntax.Text(p.info, entry.Key); key != "" && !unicode.IsUpper(rune(key[0])) {
				p.found(Mistake{Pos: entry.Pos(), Kind: NoSuchKind, Expr: entry.Key})
			}
		}
	}
}

// isRatio reports whether a delay is divided by another one, which leaves how often that is in the first, and not by a number.
func (p *program) isRatio(e ast.Expr) bool {
	by, ok := ast.Unparen(e).(*ast.BinaryExpr)
	return ok && by.Op == token.QUO && p.converted(by.Y) == nil && p.bare(by.Y) == 0
}

// answers are the methods of limiters that take a token and wait for nothing: the answer says whether the caller may go on, or when.
var answers = []symbol.Name{known.Rate + ".Limiter.Reserve", known.Rate + ".Limiter.ReserveN", known.Rate + ".Limiter.Allow",
	known.Rate + ".Limiter.AllowN", known.Flowcontrol + ".RateLimiter.TryAccept", known.Flowcontrol + ".PassiveRateLimiter.TryAccept"}

// asksElsewhere reports whether the package asks the limiter of a call in another place too, or puts it where others ask it (vain, swap):
// these then wait for what this one takes, and who counts what has been used up needs no answer.
func (p *program) asksElsewhere(call *ast.CallExpr) bool {
	of, _ := syntax.Selected(call.Fun)
	v := p.variable(of)
	return v == nil || slices.ContainsFunc(slices.Collect(syntax.Uses(p.pass, v)), func(at inspector.Cursor) bool {
		if sel, ok := at.Parent().Node().(*ast.SelectorExpr); ok {
			return ast.Expr(sel) != call.Fun
		}
		to, value := syntax.Assigned(at.Parent().Node())
		field, _ := syntax.Selected(to)
		return value == at.Node() && field != nil
	})
}

// overruled looks at the options of a builder in whose place a later call of the chain puts others.
func (p *program) overruled(last *ast.CallExpr) {
	if p.builds(last) != "WithOptions" || len(last.Args) != 1 {
		return
	}
	of, _ := syntax.Selected(last.Fun)
	for call, ok := ast.Unparen(of).(*ast.CallExpr); ok; call, ok = ast.Unparen(of).(*ast.CallExpr) {
		if p.builds(call) == "WithOptions" && len(call.Args) == 1 && p.lacks(last.Args[0], call.Args[0]) {
			p.found(Mistake{Pos: call.Args[0].Pos(), Kind: Overruled, Expr: last})
			return
		}
		if of, _ = syntax.Selected(call.Fun); of == nil {
			return
		}
	}
}

// lacks reports whether options set other fields than those before, as far as both are written down.
func (p *program) lacks(last, first ast.Expr) bool {
	before, ok := ast.Unparen(first).(*ast.CompositeLit)
	after, both := ast.Unparen(last).(*ast.CompositeLit)
	if !ok || !both {
		return types.ExprString(first) != types.ExprString(last)
	}
	return slices.ContainsFunc(before.Elts, func(e ast.Expr) bool {
		field, ok := e.(*ast.KeyValueExpr)
		return ok && syntax.Field(after, types.ExprString(field.Key)) == nil
	})
}

// stepless looks at the back-off that a call is given to try something with: one without steps allows no try at all.
func (p *program) stepless(call *ast.CallExpr) {
	name := syntax.CalledName(p.info, call)
	if known.Wait(name) != known.RetryBackoff && name != known.RetryOnConflict {
		return
	}
	for _, arg := range call.Args {
		if symbol.OfType(p.info.TypeOf(arg)) != "k8s.io/apimachinery/pkg/util/wait.Backoff" {
			continue
		}
		if v := p.variable(arg); v != nil {
			if arg = syntax.OnlyGiven(p.pass, v); arg == nil || v.Exported() || p.setsSteps(v) {
				return
			}
		}
		lit, ok := ast.Unparen(arg).(*ast.CompositeLit)
		if !ok || len(lit.Elts) == 0 {
			return
		}
		if _, named := lit.Elts[0].(*ast.KeyValueExpr); !named {
			return
		}
		if steps := syntax.Field(lit, "Steps"); steps == nil || p.isZero(steps) {
			p.found(Mistake{Pos: lit.Pos(), Kind: NoSteps, Expr: call.Fun})
		}
	}
}

// setsSteps reports whether the package may set the steps of the back-off in a variable.
func (p *program) setsSteps(v *types.Var) bool {
	for at := range syntax.Uses(p.pass, v) {
		switch up := at.Parent().Node().(type) {
		case *ast.SelectorExpr:
			if up.Sel.Name == "Steps" {
				return true
			}
		case *ast.UnaryExpr: // its address
			return true
		}
	}
	return false
}

// late looks at a limit that is set in a rest.Config after clients and managers, which copy it, have been made of it: where nothing else
// has the config, nothing comes of that: vain, idleqps.
func (p *program) late(assign *ast.AssignStmt) {
	for _, to := range assign.Lhs {
		of, name := syntax.Selected(to)
		v := p.variable(of)
		copied := v != nil && v.Kind() == types.ParamVar && symbol.OfType(v.Type()) == "k8s.io/client-go/rest.Config"
		if v == nil || name != "QPS" && name != "Burst" && name != "RateLimiter" ||
			!copied && (v.Kind() != types.LocalVar || !p.ownConfig(v)) {
			continue
		}
		made, read := token.NoPos, false
		for at := range syntax.Uses(p.pass, v) {
			switch up := at.Parent().Node().(type) {
			case *ast.SelectorExpr: // a field of it
				read = read || !isSet(at)
				continue
			case *ast.AssignStmt:
				if slices.Contains(up.Lhs, at.Node().(ast.Expr)) && up.Pos() < assign.Pos() {
					continue
				}
			case *ast.CallExpr:
				kind := p.primitive(up)
				if up.Pos() < assign.Pos() && !runsLater(at) && (kind == known.NewManager || kind == known.NewClient) {
					made = up.Pos()
					continue
				}
			}
			return
		}
		switch {
		case !made.IsValid() && !read && copied:
			p.found(Mistake{Pos: assign.Pos(), Kind: Copied, Expr: to})
			return
		case !made.IsValid() && !read:
			p.found(Mistake{Pos: assign.Pos(), Kind: Unmade, Expr: to})
			return
		case made.IsValid():
			p.found(Mistake{Pos: assign.Pos(), Kind: Late, Expr: to})
			return
		}
	}
}

// ownConfig reports whether a variable holds a config that is made for it.
func (p *program) ownConfig(v *types.Var) bool {
	for at := range syntax.Preorder(p.pass, (*ast.AssignStmt)(nil)) {
		assign, call := syntax.OfCall(at.Node())
		if call == nil {
			continue
		}
		if id, ok := assign.Lhs[0].(*ast.Ident); ok && p.info.Defs[id] == types.Object(v) {
			kind := p.primitive(call)
			return kind == known.NewConfig || kind == known.CopyConfig
		}
	}
	return false
}

// unset looks for delays in fields of the package's structs that the code reads and nothing sets: they are 0, whatever was meant.
func (p *program) unset() {
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		of, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || of.IsAlias() {
			continue
		}
		fields, ok := of.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for i := range fields.NumFields() {
			f := fields.Field(i)
			if f.Exported() || f.Embedded() || fields.Tag(i) != "" || symbol.OfType(f.Type()) != "time.Duration" {
				continue
			}
			if given, all := syntax.Values(p.pass, f); len(given) > 0 || !all {
				continue
			}
			uses := slices.Collect(syntax.Uses(p.pass, f))
			if len(uses) > 0 && !slices.ContainsFunc(uses, func(at inspector.Cursor) bool {
				_, compares := at.Parent().Node().(*ast.BinaryExpr) // with 0, which means something then
				return compares
			}) {
				p.found(Mistake{Pos: uses[0].Node().Pos(), Kind: NeverSet, Text: name + "." + f.Name()})
			}
		}
	}
}
