package ssacode

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A Choice is what is kept of a package.
type Choice struct {
	*selection
	pass *analysis.Pass
	// Decls are the functions whose bodies are kept, as far as these are not too large: those that mention or handle something that matters,
	// those that mention them, those that these call, and small ones that return a number or may hand on what matters.
	Decls    map[*ast.FuncDecl]bool
	relevant map[types.Object]bool // those kept for what they do, not only because others call them
	helpers  map[types.Object]bool // those kept only because they return a number or the like, if they are small
	literals bool                  // a variable begins with a function literal that mentions or handles what matters
	takers   *takers
}

// maxHelperLines bounds the statements of functions kept only because they return a number or the like.
const maxHelperLines = 60

// Choose chooses functions of a package by their syntax alone. Imports holds the code of imported packages, by path.
func Choose(pass *analysis.Pass, imports map[string]*code.Package, sel *Selector) *Choice {
	choice := &Choice{
		selection: newSelection(pass.Pkg, imports, sel), pass: pass, relevant: make(map[types.Object]bool), helpers: make(map[types.Object]bool),
		takers: newTakers(pass.Pkg, imports, sel),
	}
	c := &chooser{Choice: choice, info: pass.TypesInfo, decls: make(map[types.Object]*ast.FuncDecl)}
	for fn := range syntax.FuncDecls(pass) {
		c.all = append(c.all, fn)
		if obj := c.info.Defs[fn.Name]; obj != nil {
			c.decls[obj] = fn
		}
	}
	c.run(pass)
	choice.Decls = c.chosen.Has
	return choice
}

func (c *chooser) run(pass *analysis.Pass) {
	held, seeds := c.initialised(pass)
	settingsInContexts := sync.OnceValue(c.putsIntoContexts)
	for _, is := range seeds {
		c.literals = c.literals || is
	}
	mentions := make(map[*ast.FuncDecl][]*ast.FuncDecl)
	users := make(map[*ast.FuncDecl][]*ast.FuncDecl)
	var kept, helpers, others, inits []*ast.FuncDecl // others and inits are wanted only where something else of the package is
	setters, read := make(map[*types.Var][]*ast.FuncDecl), make(map[*types.Var]bool)
	for _, fn := range c.all {
		seed, reads := false, false
		if obj, ok := c.info.Defs[fn.Name].(*types.Func); ok {
			sig := obj.Signature()
			reads = returnsNumber(sig)
			small := len(fn.Body.List) <= maxHelperLines
			seed = c.signature(sig) || fillsNumbers(sig) || fn.Name.Name == "main" && fn.Recv == nil && c.tpkg.Name() == "main"
			switch {
			case seed:
			case fn.Name.Name == "init" && fn.Recv == nil:
				if !c.registersTypes(fn) {
					inits = append(inits, fn)
				}
			case c.keeps(sig, obj.Name()):
				kept = append(kept, fn)
			case small && (reads || looksUp(sig) || c.hands(sig) || starts(sig) || c.runsOthers(fn) || returnsContext(sig) && settingsInContexts()):
				helpers = append(helpers, fn)
			case makesText(sig) && len(fn.Body.List) <= maxTextLines,
				small && (fluent(sig) || handsOn(sig) || compares(sig) || c.makesOption(sig) || c.callsField(fn) || onlySetsFields(sig, fn)):
				others = append(others, fn)
			}
		}
		ast.PreorderStack(fn, nil, func(n ast.Node, around []ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				obj := c.info.Uses[n]
				if obj == nil || obj.Pkg() == nil {
					return true
				}
				if f, ok := obj.(*types.Func); ok {
					obj = f.Origin()
					c.takers.mention(fn, f.Origin())
					for _, m := range c.takers.implementing(f.Origin()) {
						if decl := c.decls[m]; decl != nil {
							c.takers.callers[decl] = append(c.takers.callers[decl], fn)
							if f.Pkg() == c.tpkg {
								mentions[fn] = append(mentions[fn], decl)
								if plain(f.Signature()) {
									users[decl] = append(users[decl], fn)
								}
							}
						}
					}
				}
				if v := c.setting(obj); v != nil {
					read[v] = read[v] || reads || seed || v.Exported()
					if c.sets(n, around) {
						setters[v] = append(setters[v], fn)
					}
				}
				for _, decl := range held[obj] {
					users[decl] = append(users[decl], fn)
				}
				seed = seed || seeds[obj]
				if decl := c.decls[obj]; decl != nil {
					mentions[fn] = append(mentions[fn], decl)
					users[decl] = append(users[decl], fn)
				} else if !seed && c.object(obj) {
					seed = true
				}
			case *ast.FuncLit:
				// A closure that handles what matters matters with the function around it.
				if sig, ok := c.info.TypeOf(n).(*types.Signature); ok && !seed && c.signature(sig) {
					seed = true
				}
			}
			return true
		})
		if seed {
			c.chosen.Add(fn)
		}
	}
	for v, is := range read {
		if is {
			c.chosen.Add(setters[v]...)
		}
	}
	c.takers.close(users)
	c.chosen.Add(slices.Collect(maps.Keys(c.takers.of.Has))...)
	c.chosen.Spread(func(fn *ast.FuncDecl) { c.chosen.Add(users[fn]...) })
	for fn := range c.chosen.Has {
		c.relevant[c.info.Defs[fn.Name]] = true
	}
	c.chosen.Again()
	c.chosen.Add(kept...)
	spread := func() { c.chosen.Spread(func(fn *ast.FuncDecl) { c.chosen.Add(mentions[fn]...) }) }
	spread()
	if len(c.chosen.Has) > 0 || len(helpers) > 0 || c.literals { // updates/literals
		helpers = append(helpers, others...)
	}
	for _, fn := range helpers {
		c.helpers[c.info.Defs[fn.Name]] = !c.chosen.Has[fn]
	}
	c.chosen.Add(helpers...)
	spread()
	if len(c.chosen.Has) > 0 {
		c.chosen.Add(inits...)
	}
}

// onlySetsFields reports whether a method may be one that only sets fields of its receiver.
func onlySetsFields(sig *types.Signature, fn *ast.FuncDecl) bool {
	return changesReceiver(sig) && len(fn.Body.List) > 0 && !slices.ContainsFunc(fn.Body.List, func(s ast.Stmt) bool {
		_, assigns := s.(*ast.AssignStmt)
		return !assigns
	})
}

// callsField reports whether a function may call what a field of a struct holds, or an element of a list or map there.
func (c *chooser) callsField(fn *ast.FuncDecl) bool {
	lists := false // it goes through one that a field holds
	field := func(e ast.Expr) bool {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		v, isVar := c.info.Uses[sel.Sel].(*types.Var)
		return isVar && v.IsField()
	}
	return syntax.Any(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			lists = lists || field(n.X)
		case *ast.IndexExpr:
			lists = lists || field(n.X)
		case *ast.CallExpr:
			callee := syntax.Callee(n)
			if id, ok := callee.(*ast.Ident); ok && lists {
				_, isVar := c.info.Uses[id].(*types.Var)
				return isVar
			}
			return field(callee)
		}
		return false
	})
}

// runsOthers reports whether a function runs what it has as an interface, which may be what takes items from a queue.
func (c *chooser) runsOthers(fn *ast.FuncDecl) bool {
	return syntax.Any(fn.Body, func(id *ast.Ident) bool {
		f, ok := c.info.Uses[id].(*types.Func)
		return ok && f.Signature().Recv() != nil && types.IsInterface(f.Signature().Recv().Type()) && runs(f)
	})
}

// returnsContext reports whether a function returns a context.
func returnsContext(sig *types.Signature) bool {
	return syntax.AnyType(sig.Results(), func(t types.Type) bool { return symbol.OfType(t) == "context.Context" })
}

// putsIntoContexts reports whether a function of the package puts a value into a context: lease, disabled.
func (c *chooser) putsIntoContexts() bool {
	return slices.ContainsFunc(c.all, func(fn *ast.FuncDecl) bool {
		return syntax.Any(fn.Body, func(id *ast.Ident) bool {
			return id.Name == "WithValue" && symbol.Of(c.info.Uses[id]) == "context.WithValue"
		})
	})
}

// registersTypes reports whether a function only tells a library that controllers are built on which types there are, as the
// init functions of API packages do: one for each of hundreds of types. All that it hands over is new and empty.
func (c *chooser) registersTypes(fn *ast.FuncDecl) bool {
	for _, stmt := range fn.Body.List {
		expr, ok := stmt.(*ast.ExprStmt)
		if !ok || !c.registers(expr.X) {
			return false
		}
	}
	return true
}

// registers reports whether an expression is a call of a library's method Register with new objects, of a variable or of what
// such a call returns.
func (c *chooser) registers(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return !isNew(arg) }) {
		return false
	}
	sel, ok := syntax.Callee(call).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Register" {
		return false
	}
	if _, variable := sel.X.(*ast.Ident); !variable && !c.registers(sel.X) {
		return false
	}
	method, ok := c.info.Uses[sel.Sel].(*types.Func)
	return ok && method.Signature().Recv() != nil && method.Pkg() != nil && c.Package(method.Pkg().Path())
}

// isNew reports whether an expression is a pointer to a new object in which nothing is set.
func isNew(e ast.Expr) bool {
	address, ok := e.(*ast.UnaryExpr)
	if !ok {
		return false
	}
	literal, ok := address.X.(*ast.CompositeLit)
	return ok && len(literal.Elts) == 0
}
