package conflicts

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// others reports whether others may import a package of the user's modules, and call its functions.
func others(pass *analysis.Pass) bool {
	_, version := modules.DependencyOf(pass)
	return version == "" && !known.Foundation(pass.Pkg.Path()) && pass.Pkg.Name() != "main"
}

// writes matches names of methods that write an object.
var writes = regexp.MustCompile(`^(Update|Save|Store|Write|Put|Persist|Apply|Commit|Set)`)

// updatesOnly reports whether a function makes one request, which updates an object that it is handed as the only pointer to one, and does
// nothing before by which that may be another one: it sets neither the object nor its version, asks no lister and hands it to nobody else
// who may fail. conflicts/kube.
func updatesOnly(info *types.Info, decl *ast.FuncDecl, fn *types.Func) bool {
	at, updates := handed(fn), 0
	if at < 0 {
		return false
	}
	object := fn.Signature().Params().At(at)
	is := func(e ast.Expr) bool { return syntax.Var(info, e) == object }
	return !syntax.Any(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			return strings.HasSuffix(n.Name, "ResourceVersion") || n.Name == "IsConflict"
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, func(to ast.Expr) bool {
				star, ok := to.(*ast.StarExpr)
				return is(to) || ok && is(star.X)
			})
		case *ast.CallExpr:
			called := syntax.Called(info, n)
			if called == nil {
				return slices.ContainsFunc(n.Args, is)
			}
			if known.Requests(called) && strings.HasPrefix(called.Name(), "Update") && slices.ContainsFunc(n.Args, is) {
				updates++
				return updates > 1
			}
			return known.Requests(called) || called.Pkg() != nil && known.Caches(called.Pkg().Path()) ||
				slices.ContainsFunc(n.Args, is) && syntax.AnyType(called.Signature().Results(), syntax.IsError)
		}
		return false
	}) && updates == 1
}

// handed returns which parameter of a function is a pointer to an object of the API, -1 if none or more than one is.
func handed(fn *types.Func) int {
	at := -1
	for i := range fn.Signature().Params().Len() {
		if t := fn.Signature().Params().At(i).Type(); known.IsObject(t) {
			if _, pointer := t.Underlying().(*types.Pointer); !pointer || at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// updatedElsewhere returns the object that a call hands to a function of another package which only updates it, by an interface too if all
// that implement it do; nil for any other call. conflicts/elsewhere.go.
func (c *Client) updatedElsewhere(call *ssa.CallCommon) ssa.Value {
	fn := ways.Called(call)
	if fn == nil || fn.Pkg() == nil || handed(fn) < 0 {
		return nil
	}
	if !c.are(call, fn, func(u *Updates) []symbol.Name { return u.Funcs }) {
		return nil
	}
	at := handed(fn)
	if !call.IsInvoke() && fn.Signature().Recv() != nil {
		at++
	}
	return call.Args[at]
}

// elsewhere reports whether a function is among some of other packages.
func (c *Client) elsewhere(fn symbol.Name, among func(*Updates) []symbol.Name) bool {
	return slices.ContainsFunc(c.imported(), func(u *Updates) bool {
		_, found := slices.BinarySearch(among(u), fn)
		return found
	})
}

func retrying(u *Updates) []symbol.Name { return u.Retrying }

func repeating(u *Updates) []symbol.Name { return u.Repeating }

// are reports whether all functions of other packages that a call may be of are among some.
func (c *Client) are(call *ssa.CallCommon, fn *types.Func, among func(*Updates) []symbol.Name) bool {
	some, others := false, false
	for _, fact := range c.imported() {
		_, found := slices.BinarySearch(among(fact), symbol.Of(fn))
		some = some || found
		if !call.IsInvoke() {
			continue
		}
		iface := fn.Signature().Recv().Type().Underlying().(*types.Interface)
		for _, t := range fact.Types {
			if m, ok := t.Implementation(iface, fn); ok {
				_, found := slices.BinarySearch(among(fact), m.Func)
				some, others = some || found, others || !found
			}
		}
	}
	return some && !others
}

// hides reports whether a function makes one update, and returns no more of its error than the text: whoever asks whether that is a
// conflict hears no. conflicts/kube.
func hides(info *types.Info, decl *ast.FuncDecl) bool {
	var failed *types.Var
	updates := 0
	for assign := range syntax.All[*ast.AssignStmt](decl.Body) {
		if _, call := syntax.OfCall(assign); call != nil {
			if fn := syntax.Called(info, call); fn != nil && known.Requests(fn) && strings.HasPrefix(fn.Name(), "Update") {
				failed = syntax.Var(info, assign.Lhs[len(assign.Lhs)-1])
				updates++
			}
		}
	}
	if updates != 1 || failed == nil {
		return false
	}
	text, more := false, false
	for ret := range syntax.All[*ast.ReturnStmt](decl.Body) {
		if syntax.Mentions(info, ret, failed) {
			is := isText(info, ret.Results[len(ret.Results)-1], failed)
			text, more = text || is, more || !is
		}
	}
	return text && !more && !syntax.Any(decl.Body, func(id *ast.Ident) bool { return strings.HasPrefix(id.Name, "IsConflict") })
}

// isText reports whether an expression has no more of an error than its text: fmt.Errorf without %w, or what is handed err.Error() alone.
func isText(info *types.Info, e ast.Expr, failed *types.Var) bool {
	if made, ok := ast.Unparen(e).(*ast.CallExpr); ok && syntax.CalledName(info, made) == "fmt.Errorf" {
		format := info.Types[made.Args[0]].Value
		return format != nil && !strings.Contains(format.ExactString(), "%w")
	}
	all, texts := 0, 0
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.Ident:
			if info.Uses[n] == failed {
				all++
			}
		case *ast.CallExpr:
			if of, name := syntax.Selected(n.Fun); name == "Error" && syntax.Var(info, of) == failed {
				texts++
			}
		}
	}
	return all == texts
}

// hiding reports whether a call is of a function that returns a text in place of what an update says.
func (c *Client) hiding(call *ssa.CallCommon, fn *types.Func) bool {
	if decl := syntax.Declarations(c.pass)[fn.Origin()]; decl != nil {
		return hides(c.pass.TypesInfo, decl)
	}
	return c.are(call, fn, func(u *Updates) []symbol.Name { return u.Hiding })
}
