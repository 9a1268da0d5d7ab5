package mistakes

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// comparesUpdates finds the handlers of updates that leave those alone which change nothing that they compare, where the package reads
// other parts of the objects: what it does with these comes too late, or never. Whoever looks again after a while needs no event.
// updates/byhand.
func (p *program) comparesUpdates(at inspector.Cursor) {
	lit := at.Node().(*ast.CompositeLit)
	handler := syntax.Field(lit, "UpdateFunc")
	if handler == nil || !known.HoldsHandlers(symbol.OfType(p.info.TypeOf(lit))) ||
		syntax.Spelled(p.pass, "AddAfter", "NewTicker", "Tick") { // something looks again
		return
	}
	sig, body := p.function(handler)
	if body == nil || sig.Params().Len() != 2 || !p.guards(body, sig.Params().At(0)) {
		return
	}
	looks := &comparing{program: p, parts: make(map[string]bool), within: []ast.Node{body}}
	if !looks.at(body, sig.Params().At(0)) || len(looks.parts) == 0 || looks.typ == "" || looks.parts["ResourceVersion"] {
		return
	}
	if part, at := p.readBeside(looks, p.partners(enclosing(at))); at != nil {
		p.found(Mistake{Pos: handler.Pos(), Kind: Uncompared, Text: looks.typ.Last() + " " + part, Expr: at})
	}
}

// guards reports whether a handler does something only under a condition about the object before, or after such a condition has not ended
// it.
func (p *program) guards(body *ast.BlockStmt, old *types.Var) bool {
	names := map[*types.Var]bool{old: true}
	about := func(n ast.Node) bool {
		return n != nil && syntax.Any(n, func(id *ast.Ident) bool { v, _ := p.info.Uses[id].(*types.Var); return names[v] })
	}
	for _, s := range body.List {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if about(s) {
				for _, to := range s.Lhs {
					if v := syntax.Var(p.info, to); v != nil && !types.Identical(v.Type(), types.Typ[types.Bool]) {
						names[v] = true
					}
				}
			}
		case *ast.IfStmt:
			if about(s.Cond) {
				return syntax.Returns(s.Body.List) || s.Else == nil && s == body.List[len(body.List)-1]
			}
		}
	}
	return false
}

// comparing gathers what functions look at of an object.
type comparing struct {
	*program
	typ    symbol.Name
	parts  map[string]bool
	within []ast.Node // the functions that look
}

// at gathers the parts that a body looks at of a parameter. It is false where what becomes of that is not known.
func (c *comparing) at(body ast.Node, param *types.Var) bool {
	names := []*types.Var{param}
	if !types.IsInterface(param.Type()) {
		c.typ = symbol.OfType(code.Deref(param.Type()))
	}
	for i := 0; i < len(names); i++ {
		for use := range syntax.Uses(c.pass, names[i]) {
			if !syntax.Within(body, use.Node()) {
				continue
			}
			more, ok := c.use(use)
			if !ok {
				return false
			}
			if more != nil && !slices.Contains(names, more) {
				names = append(names, more)
			}
		}
	}
	return true
}

// use gathers what one use of an object looks at. More is another variable that has the object from there on.
func (c *comparing) use(use inspector.Cursor) (more *types.Var, ok bool) {
	for {
		up := use.Parent()
		switch n := up.Node().(type) {
		case *ast.ParenExpr:
			use = up
			continue
		case *ast.TypeAssertExpr:
			if n.Type == nil {
				return nil, false
			}
			if t := symbol.OfType(code.Deref(c.info.TypeOf(n.Type))); t.Package() != "" && !types.IsInterface(c.info.TypeOf(n.Type)) {
				c.typ = t
			}
			use = up
			continue
		case *ast.AssignStmt:
			i := slices.Index(n.Rhs, use.Node().(ast.Expr))
			return syntax.Var(c.info, n.Lhs[max(i, 0)]), i >= 0
		case *ast.BinaryExpr:
			return nil, c.info.Types[n.Y].IsNil() || c.info.Types[n.X].IsNil()
		case *ast.SelectorExpr:
			return nil, c.selects(up)
		case *ast.CallExpr:
			return nil, c.hands(n, use.Node().(ast.Expr))
		default:
			return nil, false
		}
	}
}

// selects notes the part that a selector takes.
func (c *comparing) selects(at inspector.Cursor) bool {
	part := strings.TrimPrefix(at.Node().(*ast.SelectorExpr).Sel.Name, "Get")
	switch part {
	case "ObjectMeta":
		if up, ok := at.Parent().Node().(*ast.SelectorExpr); ok && up.X == at.Node() {
			return c.selects(at.Parent())
		}
		return false
	case "Spec", "Status":
		if up, ok := at.Parent().Node().(*ast.SelectorExpr); ok && up.X == at.Node() {
			part += "." + up.Sel.Name
		}
	case "Name", "Namespace", "UID":
		return true
	}
	c.parts[part] = true
	return true
}

// hands follows a call that is handed the object: a function of the package, or of another one that tells what it compares.
func (c *comparing) hands(call *ast.CallExpr, arg ast.Expr) bool {
	fn := syntax.Called(c.info, call)
	i := slices.Index(call.Args, arg)
	if fn == nil || i < 0 {
		return false
	}
	if known.Harmless(symbol.Of(fn)) {
		return true
	}
	if told := c.helpers[symbol.Of(fn)].Compares; i < len(told) {
		if told[i].Type != "" {
			c.typ = told[i].Type
		}
		for _, part := range told[i].Parts {
			c.parts[part] = true
		}
		return len(told[i].Parts) > 0
	}
	decl := c.decls[fn]
	if decl == nil || i >= fn.Signature().Params().Len() || slices.Contains(c.within, ast.Node(decl)) {
		return decl != nil && slices.Contains(c.within, ast.Node(decl))
	}
	c.within = append(c.within, decl)
	return c.at(decl.Body, fn.Signature().Params().At(i))
}

// comparisonsOf returns what a function looks at of each of its parameters, nil where it has not two objects to compare.
func (p *program) comparisonsOf(decl *ast.FuncDecl, fn *types.Func) (list []comparison) {
	sig := fn.Signature()
	if sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool]) || sig.Params().Len() != 2 ||
		!types.Identical(sig.Params().At(0).Type(), sig.Params().At(1).Type()) {
		return nil
	}
	for v := range sig.Params().Variables() {
		looks := &comparing{program: p, parts: make(map[string]bool), within: []ast.Node{decl}}
		if !looks.at(decl.Body, v) || len(looks.parts) == 0 {
			return nil
		}
		list = append(list, comparison{looks.typ, slices.Sorted(maps.Keys(looks.parts))})
	}
	return list
}

// partners returns the functions that methods of the type lead to by name to which a function belongs, or which it makes: another
// controller of the package has events of its own. nil for any.
func (p *program) partners(of *ast.FuncDecl) (list []ast.Node) {
	if of == nil {
		return nil
	}
	sig := p.info.Defs[of.Name].(*types.Func).Signature()
	var typ *types.TypeName
	switch {
	case sig.Recv() != nil:
		typ = code.TypeName(sig.Recv().Type())
	case sig.Results().Len() > 0:
		typ = code.TypeName(sig.Results().At(0).Type())
	}
	if typ == nil || typ.Pkg() != p.pass.Pkg {
		return nil
	}
	return ledTo(p.pass, symbol.Of(typ))
}

// readBeside returns a part of the objects that the package reads outside of what compares them, and that is not compared, with where.
func (p *program) readBeside(looks *comparing, partners []ast.Node) (part string, first ast.Expr) {
	ungenerated, _ := known.Ungenerated(looks.typ)
	covered := func(part string) bool {
		whole, _, _ := strings.Cut(part, ".")
		return looks.parts[part] || looks.parts[whole] ||
			looks.parts["Generation"] && !ungenerated && (whole == "Spec" || whole == "DeletionTimestamp") ||
			part == whole && slices.ContainsFunc(slices.Collect(maps.Keys(looks.parts)), func(have string) bool {
				return strings.HasPrefix(have, whole+".")
			})
	}
	reads := make(map[string]ast.Expr)
	sets, ends := false, slices.ContainsFunc(p.pass.Files, func(file *ast.File) bool { return finalizes(p.info, file, looks.typ) })
	for body, decl := range syntax.Functions(p.pass) {
		fn, _ := p.info.Defs[decl.Name].(*types.Func)
		if partners != nil && !slices.Contains(partners, ast.Node(decl)) || p.comparisonsOf(decl, fn) != nil ||
			slices.ContainsFunc(looks.within, func(n ast.Node) bool { return syntax.Within(n, decl) }) {
			continue // what compares does nothing else with it
		}
		note := func(part string, at ast.Expr) {
			outside := !slices.ContainsFunc(looks.within, func(n ast.Node) bool { return syntax.Within(n, at) })
			if had := reads[part]; outside && (had == nil || at.Pos() < had.Pos()) {
				reads[part] = at
			}
		}
		for at, read := range partsRead(p.pass, body, decl, p.result.reads, nil) {
			if read.Type != looks.typ || read.handedKey() {
				continue
			}
			if isSet(at) {
				sets = true
				continue
			}
			note(read.Part, at.Node().(ast.Expr))
		}
		for sel := range syntax.All[*ast.SelectorExpr](decl.Body) {
			if ends && asksDeleted(p.info, sel, looks.typ) {
				note("DeletionTimestamp", sel)
			}
			of, ok := ast.Unparen(sel.X).(*ast.SelectorExpr)
			// Fields of other Specs are fixed, for the most part, or change together.
			if ok && of.Sel.Name == "Spec" && looks.typ == "k8s.io/api/core/v1.Node" &&
				symbol.OfType(code.Deref(p.info.TypeOf(of.X))) == looks.typ {
				note("Spec."+sel.Sel.Name, sel)
			}
		}
		for call := range syntax.All[*ast.CallExpr](decl.Body) {
			for _, read := range p.result.reads[syntax.CalledName(p.info, call)] {
				if read.at(p.pass, call, looks.typ) {
					note(read.Part, call)
				}
			}
		}
	}
	if sets {
		return "", nil // the package writes these itself
	}
	for _, name := range slices.Sorted(maps.Keys(reads)) {
		if !covered(name) {
			return name, reads[name]
		}
	}
	return "", nil
}
