package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// partsRead yields where a function reads parts of objects, and sets the status of some. Reads is what functions of other packages do, maps
// what those of this one map to requests.
func partsRead(pass *analysis.Pass, body inspector.Cursor, fn *ast.FuncDecl, reads map[symbol.Name][]Read,
	maps []mapping) iter.Seq2[inspector.Cursor, Read] {
	return func(yield func(inspector.Cursor, Read) bool) {
		for at := range body.Preorder((*ast.SelectorExpr)(nil)) {
			sel := at.Node().(*ast.SelectorExpr)
			of := Read{Part: strings.TrimPrefix(sel.Sel.Name, "Get")}
			switch of.Part {
			case "Status", "Data":
			case "Labels", "Annotations":
				if of.Key = looksUp(pass, at, reads); of.Key == "" || of.Key == allKeys && tidies(fn, sel) {
					continue
				}
			default:
				continue
			}
			whose := owner(sel)
			t := pass.TypesInfo.TypeOf(whose)
			if t == nil {
				continue // a package
			}
			if of.Type = symbol.OfType(objectIn(t, pass.TypesInfo.Selections[sel])); types.IsInterface(t) {
				v := syntax.Var(pass.TypesInfo, whose)
				sig := pass.TypesInfo.Defs[fn.Name].(*types.Func).Signature()
				of.Type, of.Param = "", syntax.Param(sig, v)
				if i := slices.IndexFunc(maps, func(m mapping) bool { return m.param == v }); v != nil && i >= 0 {
					of.Type = maps[i].of
				} else if v == nil || of.Param < 0 {
					continue
				}
			}
			if of.Part == "Data" && (isSet(at) || !known.HasData(of.Type)) {
				continue
			}
			if (of.Part == "Status" && isSet(at) || !whileDeleted(at, fn)) && !yield(at, of) {
				return
			}
		}
	}
}

// objectIn returns the type of the object that a selection leads through, which a struct may embed: updates/mapped, wraps.
func objectIn(t types.Type, through *types.Selection) types.Type {
	t = code.Deref(t)
	of, ok := t.Underlying().(*types.Struct)
	if ok && through != nil && types.Identical(code.Deref(through.Recv()), t) && len(through.Index()) > 1 {
		inner := of.Field(through.Index()[0])
		if kind, _, _ := types.LookupFieldOrMethod(inner.Type(), true, nil, "GetObjectKind"); inner.Embedded() && kind != nil {
			return code.Deref(inner.Type())
		}
	}
	return t
}

// handed reports whether one of some functions hands what another one reads: an object of a type, and the key that it looks up.
func handed(pass *analysis.Pass, fns []ast.Node, fn *ast.FuncDecl, of Read, typ symbol.Name) bool {
	if of.Type == typ && !of.handedKey() {
		return true
	}
	return slices.ContainsFunc(fns, func(n ast.Node) bool {
		return syntax.Any(n, func(call *ast.CallExpr) bool {
			called := syntax.Called(pass.TypesInfo, call)
			return called != nil && pass.TypesInfo.Defs[fn.Name] == types.Object(called) && of.at(pass, call, typ)
		})
	})
}

// at reports whether a call of the function that reads makes it read a part of objects of a type.
func (of Read) at(pass *analysis.Pass, call *ast.CallExpr, typ symbol.Name) bool {
	if of.handedKey() {
		i, _ := strconv.Atoi(of.Key[1:])
		if i >= len(call.Args) {
			return false
		}
		if key := pass.TypesInfo.Types[call.Args[i]].Value; key == nil || sets(pass, key.ExactString()) {
			return false
		}
	}
	if of.Type != "" || of.Param < 0 || of.Param >= len(call.Args) {
		return of.Type == typ
	}
	whose := call.Args[of.Param]
	if meta, ok := ast.Unparen(whose).(*ast.SelectorExpr); ok && meta.Sel.Name == "ObjectMeta" {
		whose = meta.X
	}
	return symbol.OfType(code.Deref(pass.TypesInfo.TypeOf(whose))) == typ
}

// handedKey reports whether the function looks up a key that it is handed.
func (of Read) handedKey() bool { return strings.HasPrefix(of.Key, "#") }

// polls reports whether a function asks for the request again: it needs no event.
func polls(pass *analysis.Pass, fn *ast.FuncDecl) bool {
	return syntax.Any(fn.Body, func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.CompositeLit:
			return len(e.Elts) > 0 && symbol.OfType(pass.TypesInfo.TypeOf(e)) == known.Result
		case *ast.SelectorExpr:
			return e.Sel.Name == "RequeueAfter" || e.Sel.Name == "Requeue"
		}
		return false
	})
}

// whileDeleted reports whether code of a function runs only while an object is being deleted, of which the filter tells: by a branch, or
// the name of the function.
func whileDeleted(at inspector.Cursor, fn *ast.FuncDecl) bool {
	for branch := range at.Enclosing((*ast.IfStmt)(nil)) {
		if cond := branch.Node().(*ast.IfStmt).Cond; syntax.Spells(cond, "DeletionTimestamp") || syntax.Spells(cond, "GetDeletionTimestamp") {
			return true
		}
	}
	return fn != nil && undoes.MatchString(fn.Name.Name)
}

// undoes matches the names of functions that take back what there may be no more of.
var undoes = regexp.MustCompile(`(?i)delet|final|clean|remov|uninstall|teardown|garbage|prune|terminat`)

// looksUp returns the key that is looked up in a map, also by a function that is handed it, as [Read] has it.
func looksUp(pass *analysis.Pass, at inspector.Cursor, reads map[symbol.Name][]Read) string {
	for _, use := range uses(pass, at) {
		if key := looksUpAt(pass, use, reads); key != "" {
			return key
		}
	}
	return ""
}

// looksUpAt returns the key that is looked up where a map is used. In are the functions that have handed it on.
func looksUpAt(pass *analysis.Pass, use inspector.Cursor, reads map[symbol.Name][]Read, in ...*types.Func) string {
	call, ok := use.Parent().Node().(*ast.CallExpr)
	if use.ParentEdgeKind() == edge.RangeStmt_X || ok && symbol.OfType(pass.TypesInfo.TypeOf(call)) == known.LabelSet {
		return allKeys
	}
	if !ok || call.Fun == use.Node() {
		return lookedUp(pass, use)
	}
	fn, i := syntax.Called(pass.TypesInfo, call), slices.Index(call.Args, use.Node().(ast.Expr))
	if fn == nil {
		return ""
	}
	if syntax.Declarations(pass)[fn] != nil {
		return lookedUpParam(pass, fn, i, reads, in)
	}
	for _, of := range reads[symbol.Of(fn)] {
		if of.Part == "" && of.Param == i && !of.handedKey() && !sets(pass, of.Key) {
			return of.Key
		}
	}
	if answersFromMap(fn, i) {
		return "a key of " + symbol.Of(fn).Written()
	}
	return ""
}

// allKeys is the Key of a [Read] of what goes through all labels or annotations, or asks a selector for them: updates/mapped.
const allKeys = "*"

// tidies reports whether a function itself takes out some of what it goes through: updates/mapped.
func tidies(fn *ast.FuncDecl, all ast.Expr) bool {
	return syntax.Any(fn, func(call *ast.CallExpr) bool {
		return syntax.Is(call.Fun, "delete") && types.ExprString(call.Args[0]) == types.ExprString(all)
	})
}

// answersFromMap reports whether a function of a package without facts, which is none of Go's nor Kubernetes', is handed a map alone and
// answers with a string or a truth: it looks something up.
func answersFromMap(fn *types.Func, i int) bool {
	sig := fn.Signature()
	if fn.Pkg() == nil || !strings.Contains(fn.Pkg().Path(), ".") || known.Foundation(fn.Pkg().Path()) ||
		sig.Params().Len() != 1 || i != 0 || sig.Results().Len() == 0 {
		return false
	}
	_, isMap := sig.Params().At(0).Type().(*types.Map)
	first, isBasic := sig.Results().At(0).Type().(*types.Basic)
	return isMap && isBasic && first.Info()&(types.IsString|types.IsBoolean) != 0
}

// lookedUpParam returns a key that a function of the package looks up in a map which it is handed, or hands on, "" if it does not:
// updates/statuses, onHold.
func lookedUpParam(pass *analysis.Pass, fn *types.Func, i int, reads map[symbol.Name][]Read, in []*types.Func) string {
	if params := fn.Signature().Params(); i >= 0 && i < params.Len() && !slices.Contains(in, fn) {
		if _, ok := params.At(i).Type().Underlying().(*types.Map); ok {
			for use := range syntax.Uses(pass, params.At(i)) {
				if key := looksUpAt(pass, use, reads, append(in, fn)...); key != "" && key[0] != '#' && key != allKeys {
					return key
				}
			}
		}
	}
	return ""
}

// lookedUp returns the key that is looked up in a map, as [Read] has it: "" for one that is neither a constant nor handed to the function,
// or that the package sets somewhere.
func lookedUp(pass *analysis.Pass, at inspector.Cursor) string {
	index, ok := at.Parent().Node().(*ast.IndexExpr)
	if !ok || index.X != at.Node() || isSet(at) {
		return ""
	}
	key := index.Index
	v, decl := syntax.Var(pass.TypesInfo, key), enclosing(at)
	if v != nil && v.Kind() == types.PackageVar { // that is never set: updates/looked, stopped
		if values, all := syntax.Values(pass, v); all && len(values) == 1 {
			key = values[0]
		}
	}
	if key := pass.TypesInfo.Types[key].Value; key != nil && !sets(pass, key.ExactString()) {
		return key.ExactString()
	}
	if v == nil || decl == nil {
		return ""
	}
	if i := syntax.Param(pass.TypesInfo.Defs[decl.Name].(*types.Func).Signature(), v); i >= 0 {
		return "#" + strconv.Itoa(i)
	}
	return ""
}

// methodOf returns the Reconcile of a type of the package, nil if it has none.
func methodOf(pass *analysis.Pass, reconciler symbol.Name) ast.Node {
	for fn, decl := range syntax.Declarations(pass) {
		if fn.Name() == "Reconcile" && fn.Signature().Recv() != nil && symbol.OfType(code.Deref(fn.Signature().Recv().Type())) == reconciler {
			return decl
		}
	}
	return nil
}

// ledTo returns the methods of a type of the package, and the functions that they lead to by name.
func ledTo(pass *analysis.Pass, of symbol.Name) (list []ast.Node) {
	for fn, decl := range syntax.Declarations(pass) {
		if recv := fn.Signature().Recv(); recv != nil && symbol.OfType(code.Deref(recv.Type())) == of {
			list = append(list, mentioned(pass, decl)...)
		}
	}
	return list
}

// mentioned returns a function and those of the package that it mentions, and so on, apart from what goroutines run that they start:
// that is no part of a pass.
func mentioned(pass *analysis.Pass, fn ast.Node) (list []ast.Node) {
	if fn == nil {
		return nil
	}
	decls := syntax.Declarations(pass)
	list = []ast.Node{fn}
	for i := 0; i < len(list); i++ {
		ast.Inspect(list[i], func(n ast.Node) bool {
			if _, apart := n.(*ast.GoStmt); apart {
				return false
			}
			id, _ := n.(*ast.Ident)
			fn, _ := pass.TypesInfo.Uses[id].(*types.Func)
			if decl := decls[fn]; decl != nil && !slices.Contains(list, ast.Node(decl)) {
				list = append(list, decl)
			}
			return true
		})
	}
	return list
}

// specRead returns the first of the fields of the Spec of objects of a type that some code reads, apart from those that are looked at
// elsewhere: updates/statuses.
func specRead(pass *analysis.Pass, in func(ast.Node) bool, typ symbol.Name, looked []string) ast.Expr {
	for at := range syntax.Preorder(pass, (*ast.SelectorExpr)(nil)) {
		sel := at.Node().(*ast.SelectorExpr)
		of, ok := ast.Unparen(sel.X).(*ast.SelectorExpr)
		if ok && of.Sel.Name == "Spec" && !isSet(at) && symbol.OfType(code.Deref(pass.TypesInfo.TypeOf(of.X))) == typ &&
			!slices.Contains(looked, "."+sel.Sel.Name) && !whileDeleted(at, enclosing(at)) && in(sel) {
			return sel
		}
	}
	return nil
}

// owner returns the object of which a selector takes a part, also by its metadata.
func owner(sel *ast.SelectorExpr) ast.Expr {
	if meta, ok := ast.Unparen(sel.X).(*ast.SelectorExpr); ok && meta.Sel.Name == "ObjectMeta" {
		return meta.X
	}
	return sel.X
}

// uses returns what stands for a part that is read: the call of its getter, and each use of a variable that it is put into.
func uses(pass *analysis.Pass, at inspector.Cursor) []inspector.Cursor {
	if call, ok := at.Parent().Node().(*ast.CallExpr); ok && call.Fun == at.Node() {
		at = at.Parent()
	}
	if to, value := syntax.Assigned(at.Parent().Node()); value == at.Node() {
		if v := syntax.Var(pass.TypesInfo, to); v != nil {
			return slices.Collect(syntax.Uses(pass, v))
		}
	}
	return []inspector.Cursor{at}
}

// sets reports whether the package puts something into a map under a constant key.
func sets(pass *analysis.Pass, key string) bool {
	is := func(e ast.Expr) bool {
		other := pass.TypesInfo.Types[e].Value
		return other != nil && other.ExactString() == key
	}
	for at := range syntax.Preorder(pass, (*ast.IndexExpr)(nil), (*ast.KeyValueExpr)(nil)) {
		switch n := at.Node().(type) {
		case *ast.IndexExpr:
			if is(n.Index) && isSet(at) {
				return true
			}
		case *ast.KeyValueExpr:
			if is(n.Key) {
				return true
			}
		}
	}
	return false
}

// isSet reports whether an expression, or a field of it, is what an assignment sets, or what a function is handed to set.
func isSet(at inspector.Cursor) bool {
	for {
		up := at.Parent()
		switch n := up.Node().(type) {
		case *ast.AssignStmt:
			return slices.Contains(n.Lhs, at.Node().(ast.Expr))
		case *ast.UnaryExpr:
			return n.Op == token.AND
		case *ast.SelectorExpr, *ast.IndexExpr:
			at = up
		case *ast.CallExpr: // of its own method: updates/mapped, tells
			_, name := syntax.Selected(n.Fun)
			return n.Fun == at.Node() && strings.HasPrefix(name, "Set")
		default:
			return false
		}
	}
}
