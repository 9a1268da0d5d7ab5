package early

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
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
	if known.Foundation(pass.Pkg.Path()) || !slices.ContainsFunc(pass.Pkg.Imports(),
		func(imp *types.Package) bool { return imp.Path() == known.Controller }) {
		return result
	}
	flags := make(map[*types.Var]string)
	for _, spec := range variables(pass) {
		for i, name := range spec.Names {
			if i < len(spec.Values) {
				if flag, ok := defined(pass, spec.Values[i]); ok {
					flags[syntax.Var(pass.TypesInfo, name)] = flag
				}
			}
		}
	}
	if len(flags) == 0 {
		return result
	}
	read := func(e ast.Expr) (*ast.StarExpr, string) {
		star, ok := e.(*ast.StarExpr)
		if !ok {
			return nil, ""
		}
		return star, flags[syntax.Var(pass.TypesInfo, star.X)]
	}
	for _, spec := range variables(pass) {
		for _, v := range spec.Values {
			if star, flag := read(ast.Unparen(v)); aboutWorkers(flag) {
				result.Reads = append(result.Reads, Read{Pos: star.Pos(), Flag: flag})
			}
			inspectNow(v, func(n ast.Node) {
				field, ok := n.(*ast.KeyValueExpr)
				if !ok || !syntax.Is(field.Key, workers) {
					return
				}
				inspectNow(field.Value, func(n ast.Node) {
					e, ok := n.(ast.Expr)
					if !ok {
						return
					}
					if star, flag := read(e); flag != "" {
						result.Reads = append(result.Reads, Read{Pos: star.Pos(), Flag: flag})
					}
				})
			})
		}
	}
	return result
}

// aboutWorkers reports whether a flag is named for a number of workers, so that a variable which holds what it says holds that number.
func aboutWorkers(flag string) bool {
	flag = strings.ToLower(flag)
	return slices.ContainsFunc([]string{"concurren", "workers", "reconciles", "threads"},
		func(word string) bool { return strings.Contains(flag, word) })
}

// variables returns the declarations of a package's variables.
func variables(pass *analysis.Pass) []*ast.ValueSpec {
	var list []*ast.ValueSpec
	for _, file := range pass.Files {
		for _, d := range file.Decls {
			if gen, ok := d.(*ast.GenDecl); ok && gen.Tok == token.VAR {
				for _, s := range gen.Specs {
					list = append(list, s.(*ast.ValueSpec))
				}
			}
		}
	}
	return list
}

// defined returns the flag that an expression defines, if it is a call that returns a pointer to one.
func defined(pass *analysis.Pass, e ast.Expr) (flag string, ok bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false
	}
	if known.Func(syntax.CalledName(pass.TypesInfo, call)) != known.FlagPointer {
		return "", false
	}
	name := pass.TypesInfo.Types[call.Args[0]].Value
	if name == nil || name.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(name), true
}

// inspectNow calls f for what is evaluated with an expression: not for the bodies of functions in it.
func inspectNow(e ast.Expr, f func(ast.Node)) {
	ast.Inspect(e, func(n ast.Node) bool {
		if _, later := n.(*ast.FuncLit); later {
			return false
		}
		f(n)
		return true
	})
}
