package mistakes

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// workers is the field of a controller's options that holds the number of its workers.
const workers = "MaxConcurrentReconciles"

// initialises looks at the flags that the initialiser of a package variable reads for a number of workers: no flag has been parsed then.
func (p *program) initialises(spec *ast.ValueSpec) {
	if v := syntax.Var(p.info, spec.Names[0]); v == nil || v.Parent() != p.pass.Pkg.Scope() {
		return
	}
	found := func(n ast.Node, counts func(flag string) bool) bool {
		if flag := p.reads(n); flag != "" && counts(flag) {
			p.found(Mistake{Pos: n.Pos(), Kind: BeforeParse, Text: flag})
		}
		return false
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

// reads returns the flag that a node reads, "" for none: what a variable points to that a call has made which defines it.
func (p *program) reads(n ast.Node) string {
	star, ok := n.(*ast.StarExpr)
	if !ok {
		return ""
	}
	v := syntax.Var(p.info, star.X)
	if v == nil || v.Parent() != p.pass.Pkg.Scope() {
		return ""
	}
	call, ok := syntax.Resolve(p.pass, star.X).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 || known.Func(syntax.CalledName(p.info, call)) != known.FlagPointer {
		return ""
	}
	flag, _ := syntax.Text(p.info, call.Args[0])
	return flag
}

// aboutWorkers reports whether a flag is named for a number of workers, so that a variable which holds what it says holds that number.
func aboutWorkers(flag string) bool {
	flag = strings.ToLower(flag)
	return slices.ContainsFunc([]string{"concurren", "workers", "reconciles", "threads"},
		func(word string) bool { return strings.Contains(flag, word) })
}
