package lost

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// told returns the "true" or "false" that a return hands its caller beside the error, "" if it hands something else.
func (p *path) told() string {
	if len(p.ret.Results) != 2 {
		return ""
	}
	if v := p.info.Types[p.ret.Results[0]].Value; v != nil && v.Kind() == constant.Bool {
		return v.String()
	}
	return ""
}

// notYet reports whether a return says that something is not so yet, and whoever calls the function asks again: it is named for what is
// waited for, or is a condition that other code is handed.
func (p *path) notYet() bool {
	if p.told() != "false" {
		return false
	}
	fn, _ := p.info.Defs[p.decl.Name].(*types.Func)
	return awaited(p.sig.Results().At(0).Name()) || awaited(fn.Name()) || p.conditions()[fn]
}

// awaited reports whether a name ends with what something is waited to be.
func awaited(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"ready", "done", "completed", "complete", "finished", "available", "healthy", "lock"},
		func(word string) bool { return strings.HasSuffix(name, word) })
}

// conditionsOf returns the functions that a package uses as values.
func conditionsOf(pass *analysis.Pass) map[*types.Func]bool {
	called := make(map[*ast.Ident]bool)
	for _, file := range pass.Files {
		for call := range syntax.All[*ast.CallExpr](file) {
			switch fun := syntax.Callee(call).(type) {
			case *ast.Ident:
				called[fun] = true
			case *ast.SelectorExpr:
				called[fun.Sel] = true
			}
		}
	}
	values := make(map[*types.Func]bool)
	for id, obj := range pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && !called[id] {
			values[fn.Origin()] = true
		}
	}
	return values
}
