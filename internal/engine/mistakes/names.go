package mistakes

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// watches looks at a watch of a builder whose events ask for an object of their own object's name, though the controller is for others:
// lostevents, names.
func (p *program) watches(at inspector.Cursor) {
	watch := at.Node().(*ast.CallExpr)
	p.filters(watch)
	built := p.builds(watch)
	if built != "Watches" && built != "WatchesMetadata" || len(watch.Args) < 2 {
		return
	}
	object := watch.Args[0]
	if kind, ok := syntax.Address(object).(*ast.CompositeLit); ok && syntax.Field(kind, "Type") != nil { // a source, before v0.15
		object = syntax.Field(kind, "Type")
	}
	of, watched, all := p.kind(p.isFor(watch)), p.kind(object), p.completed(at)
	if mapped, body := p.mapper(watch.Args[1]); mapped != nil && watched != "" {
		p.result.mappings = append(p.result.mappings, mapping{watched, symbol.OfType(code.Deref(all)), mapped, body})
	}
	came := watched
	if built == "WatchesMetadata" || slices.ContainsFunc(watch.Args[2:], func(option ast.Expr) bool {
		return syntax.Spells(option, "OnlyMetadata")
	}) {
		came = known.ObjectMetadata
	}
	if is := p.mapsOnly(watch.Args[1]); is != nil && watched != "" && p.kind(is.Type) != "" && p.kind(is.Type) != came {
		p.found(Mistake{Pos: object.Pos(), Kind: Unmapped, Text: came.Last() + " " + p.kind(is.Type).Last(), Expr: is})
		return
	}
	how := symbol.OfType(code.Deref(p.info.TypeOf(watch.Args[1])))
	strays := func(kind symbol.Name) bool { return kind != "" && of != "" && kind != of && p.takesFor(all, kind) }
	if how.In(known.ControllerRuntime+"/pkg/handler") && strings.HasSuffix(how.Last(), "EnqueueRequestForObject") {
		if strays(watched) {
			p.found(Mistake{Pos: watch.Args[1].Pos(), Kind: Misnamed, Text: watched.Last() + " " + of.Last(), Expr: watch.Args[1]})
		}
		return
	}
	if owner := p.ownerOf(watch.Args[1]); strays(owner) && !p.makes(all, owner) && !p.makes(all, of) {
		p.found(Mistake{Pos: watch.Args[1].Pos(), Kind: Misowned, Text: owner.Last() + " " + of.Last(), Expr: watch.Args[1]})
	}
	if asks, named := p.namesOf(watch.Args[1]); strays(asks) && asks != watched && !p.watchesAlso(at, asks) &&
		!p.makes(all, asks) && !p.makes(all, of) {
		p.found(Mistake{Pos: watch.Args[1].Pos(), Kind: Astray, Text: asks.Last() + " " + of.Last(), Expr: named})
	}
}

// ownerOf returns the type of the owner that a handler asks for, "" for any other handler.
func (p *program) ownerOf(e ast.Expr) symbol.Name {
	const asks = known.ControllerRuntime + "/pkg/handler.EnqueueRequestForOwner"
	switch by := syntax.Address(e).(type) {
	case *ast.CallExpr:
		if known.Untyped(syntax.CalledName(p.info, by)) == asks && len(by.Args) > 2 {
			return p.kind(by.Args[2])
		}
	case *ast.CompositeLit: // before v0.15
		if symbol.OfType(p.info.TypeOf(by)) == asks {
			return p.kind(syntax.Field(by, "OwnerType"))
		}
	}
	return ""
}

// isFor returns what the builder of a watch was told before that it is for, nil if it was not.
func (p *program) isFor(watch *ast.CallExpr) ast.Expr {
	for call := watch; call != nil; {
		inner, _ := syntax.Selected(call.Fun)
		if call, _ = inner.(*ast.CallExpr); call != nil && p.builds(call) == "For" && len(call.Args) > 0 {
			return call.Args[0]
		}
	}
	return nil
}

// watchesAlso reports whether the builder of a watch watches objects of a kind: its requests may name these.
func (p *program) watchesAlso(watch inspector.Cursor, kind symbol.Name) bool {
	all := watch
	for call := watch; ; call = call.Parent().Parent() {
		end, ok := call.Node().(*ast.CallExpr)
		if !ok || p.builds(end) == "" {
			break
		}
		all = call
	}
	return syntax.Any(all.Node(), func(call *ast.CallExpr) bool {
		return p.builds(call) != "" && len(call.Args) > 0 && p.kind(call.Args[0]) == kind
	})
}

// makes reports whether a reconciler makes objects of a kind, in what it leads to by name: it may give them the names of others. It writes
// them down, names them, or has a function make them: lostevents, setsOwner.
func (p *program) makes(reconciler types.Type, kind symbol.Name) bool {
	return slices.ContainsFunc(mentioned(p.pass, methodOf(p.pass, symbol.OfType(code.Deref(reconciler)))), func(fn ast.Node) bool {
		return syntax.Any(fn, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				return len(n.Elts) > 0 && p.kind(n) == kind
			case *ast.AssignStmt:
				named, ok := n.Lhs[0].(*ast.SelectorExpr)
				return ok && named.Sel.Name == "Name" && p.kind(owner(named)) == kind
			case *ast.CallExpr:
				return p.kind(n) == kind && !syntax.Is(n.Fun, "new")
			}
			return false
		})
	})
}

// completed returns the type of what the builder of a watch is completed with, nil if that is not known.
func (p *program) completed(watch inspector.Cursor) types.Type {
	for call := watch; ; call = call.Parent().Parent() {
		end, ok := call.Node().(*ast.CallExpr)
		if !ok {
			return nil
		}
		if name := p.builds(end); (name == "Complete" || name == "Build") && len(end.Args) == 1 {
			return p.info.TypeOf(end.Args[0])
		}
	}
}

// namesOf returns the type of the objects by whose names the map function of a handler asks, and one of these names, if all of them have
// one type. See lostevents, mapped.
func (p *program) namesOf(e ast.Expr) (typ symbol.Name, named ast.Expr) {
	_, body := p.mapper(e)
	if body == nil {
		return "", nil
	}
	for e := range syntax.All[ast.Expr](body) {
		var of ast.Expr
		switch e := e.(type) {
		case *ast.CompositeLit:
			name := syntax.Field(e, "Name")
			if symbol.OfType(p.info.TypeOf(e)) != "k8s.io/apimachinery/pkg/types.NamespacedName" || name == nil {
				continue
			}
			if call, ok := ast.Unparen(name).(*ast.CallExpr); ok {
				name = call.Fun // GetName
			}
			of, _ = syntax.Selected(name)
		case *ast.CallExpr:
			if syntax.CalledName(p.info, e) != known.ControllerRuntime+"/pkg/client.ObjectKeyFromObject" {
				continue
			}
			of = syntax.Address(e.Args[0])
		default:
			continue
		}
		if of == nil || !p.isNamed(p.info.TypeOf(of)) {
			return "", nil
		}
		kind := p.kind(of)
		if kind == "" || typ != "" && kind != typ {
			return "", nil
		}
		typ, named = kind, of
	}
	return typ, named
}

// isNamed reports whether a type is one of objects that have names of their own: a reference has that of another one.
func (p *program) isNamed(t types.Type) bool {
	if t == nil {
		return false // that of a package, such as in config.Name
	}
	t = types.NewPointer(code.Deref(t))
	name, _, _ := types.LookupFieldOrMethod(t, true, p.pass.Pkg, "GetName")
	return name != nil && known.IsObject(t)
}

// mapsOnly returns the one assertion by which the map function of a handler takes its object, if it does nothing else with that: for an
// object of another type it asks for nothing, or panics. lostevents, mapped.
func (p *program) mapsOnly(e ast.Expr) *ast.TypeAssertExpr {
	object, _ := p.mapper(e)
	if object == nil {
		return nil
	}
	var only *ast.TypeAssertExpr
	for use := range syntax.Uses(p.pass, object) {
		is, ok := use.Parent().Node().(*ast.TypeAssertExpr)
		if !ok || is.Type == nil || only != nil {
			return nil
		}
		if _, one := p.info.TypeOf(is.Type).Underlying().(*types.Pointer); !one {
			return nil // an interface, which others have too
		}
		only = is
	}
	return only
}

// mapper returns the object that the map function of a handler maps, which is its last parameter, and its body: also of one that a function
// of the package returns.
func (p *program) mapper(e ast.Expr) (object *types.Var, body *ast.BlockStmt) {
	call, ok := syntax.Resolve(p.pass, e).(*ast.CallExpr)
	if !ok {
		return nil, nil
	}
	maps := syntax.Handlers(p.info, call)
	if made, ok := p.atEnd(call).(*ast.CallExpr); ok && len(maps) == 0 { // lostevents, scoped
		maps = syntax.Handlers(p.info, made)
	}
	if len(maps) != 1 {
		return nil, nil
	}
	sig, body := p.function(maps[0])
	if body != nil && sig.Params().Len() > 0 {
		object = sig.Params().At(sig.Params().Len() - 1)
	}
	return object, body
}

// filters looks at a watch of a builder that is given predicates twice: the last ones replace those before. unwatched, filters.
func (p *program) filters(watch *ast.CallExpr) {
	if !slices.Contains([]string{"For", "Owns", "Watches"}, p.builds(watch)) {
		return
	}
	if of := p.isFor(watch); of != nil && p.builds(watch) == "For" { // unwatched, twice
		p.found(Mistake{Pos: of.Pos(), Kind: ForTwice, Expr: of})
	}
	var before ast.Expr
	for _, arg := range watch.Args {
		call, ok := ast.Unparen(arg).(*ast.CallExpr)
		if !ok || p.builds(call) != "WithPredicates" {
			continue
		}
		if before != nil {
			p.found(Mistake{Pos: before.Pos(), Kind: Replaced, Expr: before})
		}
		before = arg
	}
}

// builds returns the name of the builder's method that a call is of, "" for any other.
func (p *program) builds(call *ast.CallExpr) string {
	if name := syntax.CalledName(p.info, call); name.In(known.ControllerRuntime + "/pkg/builder") {
		return name.Last()
	}
	return ""
}

// kind returns the type of an object, "" for one whose type does not tell its kind, and for a source of the program's own events.
func (p *program) kind(object ast.Expr) symbol.Name {
	if object == nil {
		return ""
	}
	t := p.info.TypeOf(object)
	name := symbol.OfType(code.Deref(t))
	if types.IsInterface(t) || known.DynamicObject(name) || name.In(known.ControllerRuntime+"/pkg/source") {
		return ""
	}
	return name
}

// takesFor reports whether the Reconcile of a type of the package looks at its request, and asks for no object of a kind by it.
func (p *program) takesFor(t types.Type, kind symbol.Name) bool {
	if t == nil {
		return false // what the builder is completed with is not known
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, p.pass.Pkg, "Reconcile")
	fn, ok := obj.(*types.Func)
	if !ok || p.decls[fn.Origin()] == nil {
		return false
	}
	fn = fn.Origin()
	body, request := p.decls[fn].Body, fn.Signature().Params().At(fn.Signature().Params().Len()-1)
	return syntax.Mentions(p.info, body, request) && !syntax.Any(body, func(call *ast.CallExpr) bool {
		return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return syntax.Mentions(p.info, arg, request) }) &&
			slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return symbol.OfType(code.Deref(p.info.TypeOf(arg))) == kind })
	})
}
