package early

import (
	"go/ast"
	"go/constant"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Analyzer computes the [Result] of a package. It reports nothing itself.
var Analyzer = report.Analysis("early", "find flags that are read for numbers of workers before they are parsed", analyse)

// A Result lists the flags of a package that it reads too early.
type Result struct {
	report.Fault

	Reads []Read
}

// A Read of a flag decides a number of workers while a package is initialised.
type Read struct {
	Pos  token.Pos
	Flag string
}

// workers is the field of a controller's options that holds the number of its workers.
const workers = "MaxConcurrentReconciles"

func analyse(pass *analysis.Pass) *Result {
	result := &Result{}
	if known.Foundation(pass.Pkg.Path()) || !known.Imports(pass.Pkg, known.Controller) {
		return result
	}
	found := func(n ast.Node, counts func(flag string) bool) bool {
		if flag := read(pass, n); flag != "" && counts(flag) {
			result.Reads = append(result.Reads, Read{Pos: n.Pos(), Flag: flag})
		}
		return false
	}
	for at := range syntax.Preorder(pass, (*ast.ValueSpec)(nil)) {
		spec := at.Node().(*ast.ValueSpec)
		if v := syntax.Var(pass.TypesInfo, spec.Names[0]); v == nil || v.Parent() != pass.Pkg.Scope() {
			continue
		}
		for _, v := range spec.Values {
			found(ast.Unparen(v), aboutWorkers)
			syntax.AnyNow(v, func(n ast.Node) bool {
				field, ok := n.(*ast.KeyValueExpr)
				return ok && syntax.Is(field.Key, workers) &&
					syntax.AnyNow(field.Value, func(n ast.Node) bool { return found(n, func(string) bool { return true }) })
			})
		}
	}
	return result
}

// read returns the flag that a node reads, "" for none: what a variable points to that a call has made which defines it.
func read(pass *analysis.Pass, n ast.Node) string {
	star, ok := n.(*ast.StarExpr)
	if !ok {
		return ""
	}
	v := syntax.Var(pass.TypesInfo, star.X)
	if v == nil || v.Parent() != pass.Pkg.Scope() {
		return ""
	}
	call, ok := ast.Unparen(syntax.OnlyGiven(pass.TypesInfo, pass.Files, v)).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 || known.Func(syntax.CalledName(pass.TypesInfo, call)) != known.FlagPointer {
		return ""
	}
	if name := pass.TypesInfo.Types[call.Args[0]].Value; name != nil && name.Kind() == constant.String {
		return constant.StringVal(name)
	}
	return ""
}

// aboutWorkers reports whether a flag is named for a number of workers, so that a variable which holds what it says holds that number.
func aboutWorkers(flag string) bool {
	flag = strings.ToLower(flag)
	return slices.ContainsFunc([]string{"concurren", "workers", "reconciles", "threads"},
		func(word string) bool { return strings.Contains(flag, word) })
}
