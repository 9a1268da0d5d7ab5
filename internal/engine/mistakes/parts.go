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
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// partsRead yields where a function reads parts of objects, and sets the status of some. Reads is what functions of other packages do.
func partsRead(pass *analysis.Pass, body inspector.Cursor, fn *ast.FuncDecl,
	reads map[symbol.Name][]Read) iter.Seq2[inspector.Cursor, Read] {
	return func(yield func(inspector.Cursor, Read) bool) {
		for at := range body.Preorder((*ast.SelectorExpr)(nil)) {
			sel := at.Node().(*ast.SelectorExpr)
			of := Read{Part: strings.TrimPrefix(sel.Sel.Name, "Get")}
			switch of.Part {
			case "Status", "Data":
			case "Labels", "Annotations":
				if of.Key = looksUp(pass, at, reads); of.Key == "" {
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
			if of.Type = symbol.OfType(code.Deref(t)); types.IsInterface(t) {
				v := syntax.Var(pass.TypesInfo, whose)
				sig := pass.TypesInfo.Defs[fn.Name].(*types.Func).Signature()
				of.Type, of.Param = "", slices.Index(slices.Collect(sig.Params().Variables()), v)
				if v == nil || of.Param < 0 {
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

// handed reports whether one of some functions hands what another one reads: an object of a type, and the key that it looks up.
func handed(pass *analysis.Pass, fns []ast.Node, fn *ast.FuncDecl, of Read, typ symbol.Name) bool {
	if of.Type == typ && !of.handedKey() {
		return true
	}
	return slices.ContainsFunc(fns, func(n ast.Node) bool {
		return syntax.Any(n, func(call *ast.CallExpr) bool {
			called := syntax.Called(pass.TypesInfo, call)
			return called != nil && pass.TypesInfo.Defs[fn.Name] == types.Object(called.Origin()) && of.at(pass, call, typ)
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
	return of.Type == typ || of.Type == "" && of.Param < len(call.Args) &&
		symbol.OfType(code.Deref(pass.TypesInfo.TypeOf(call.Args[of.Param]))) == typ
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

func looksUpAt(pass *analysis.Pass, use inspector.Cursor, reads map[symbol.Name][]Read) string {
	call, ok := use.Parent().Node().(*ast.CallExpr)
	if !ok || call.Fun == use.Node() {
		return lookedUp(pass, use)
	}
	fn, i := syntax.Called(pass.TypesInfo, call), slices.Index(call.Args, use.Node().(ast.Expr))
	if fn == nil {
		return ""
	}
	if syntax.Declarations(pass)[fn.Origin()] != nil {
		return lookedUpParam(pass, fn.Origin(), i)
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

// lookedUpParam returns a key that a function of the package looks up in a map which it is handed, "" if it does not: updates/statuses,
// onHold.
func lookedUpParam(pass *analysis.Pass, fn *types.Func, i int) string {
	if params := fn.Signature().Params(); i >= 0 && i < params.Len() {
		if _, ok := params.At(i).Type().Underlying().(*types.Map); ok {
			for use := range syntax.Uses(pass, params.At(i)) {
				if key := lookedUp(pass, use); key != "" && key[0] != '#' {
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
	if key := pass.TypesInfo.Types[index.Index].Value; key != nil && !sets(pass, key.ExactString()) {
		return key.ExactString()
	}
	v, decl := syntax.Var(pass.TypesInfo, index.Index), enclosing(at)
	if v == nil || decl == nil {
		return ""
	}
	params := pass.TypesInfo.Defs[decl.Name].(*types.Func).Signature().Params()
	if i := slices.Index(slices.Collect(params.Variables()), v); i >= 0 {
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
			if decl := decls[fn]; decl != nil && decl.Body != nil && !slices.Contains(list, ast.Node(decl)) {
				list = append(list, decl)
			}
			return true
		})
	}
	return list
}

// SpecReadOf returns where a reconciler reads a field of the Spec of objects of a type that a filter does not look at, though it looks at
// others of that Spec: the filter is the function at a place of the package. It returns nil if there is none: updates/statuses.
func SpecReadOf(pass *analysis.Pass, reconciler, typ symbol.Name, filter code.Place) ast.Expr {
	fields := func(decls []ast.Node) map[string]inspector.Cursor {
		named := make(map[string]inspector.Cursor)
		for at := range syntax.Preorder(pass, (*ast.SelectorExpr)(nil)) {
			sel := at.Node().(*ast.SelectorExpr)
			of, ok := ast.Unparen(sel.X).(*ast.SelectorExpr)
			if ok && of.Sel.Name == "Spec" && !isSet(at) && symbol.OfType(code.Deref(pass.TypesInfo.TypeOf(of.X))) == typ &&
				slices.ContainsFunc(decls, func(n ast.Node) bool { return n.Pos() <= sel.Pos() && sel.End() <= n.End() }) {
				if before, seen := named[sel.Sel.Name]; !seen || whileDeleted(before, enclosing(before)) {
					named[sel.Sel.Name] = at
				}
			}
		}
		return named
	}
	looks := fields(mentioned(pass, functionAt(pass, filter)))
	var first ast.Expr
	for name, at := range fields(mentioned(pass, methodOf(pass, reconciler))) {
		read := at.Node().(ast.Expr)
		if _, looked := looks[name]; len(looks) > 0 && !looked && !whileDeleted(at, enclosing(at)) && (first == nil || read.Pos() < first.Pos()) {
			first = read
		}
	}
	return first
}

// functionAt returns the function at a place of the package, nil if there is none, or if a longer comment says what its declaration is for.
func functionAt(pass *analysis.Pass, place code.Place) ast.Node {
	pos := syntax.AtOwn(pass, place.File, place.Line, place.Column)
	for at := range syntax.Preorder(pass, (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		decl, ok := at.Node().(*ast.FuncDecl)
		if !(ok && decl.Name.Pos() == pos) && at.Node().Pos() != pos {
			continue
		}
		for in := range at.Enclosing((*ast.FuncDecl)(nil), (*ast.GenDecl)(nil)) {
			var doc *ast.CommentGroup
			switch n := in.Node().(type) {
			case *ast.FuncDecl:
				doc = n.Doc
			case *ast.GenDecl:
				doc = n.Doc
			}
			if doc != nil && len(doc.List) > explains {
				return nil
			}
		}
		return at.Node()
	}
	return nil
}

// explains is how many lines of a comment at a filter say no more than what it lets pass.
const explains = 3

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
		default:
			return false
		}
	}
}
