package adopt

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Types of the global limiters that middleware asks with texts for keys, as the runtime's drop-in is one.
const (
	bucketType  = "*" + known.Workqueue + ".TypedBucketRateLimiter[string]"
	limiterType = known.Workqueue + ".TypedRateLimiter[string]"
)

const dropInFunc = "NewGlobalRateLimiter"

// A globalLimiter is a call that makes the token bucket of a program from its rate.
type globalLimiter struct {
	pass *analysis.Pass
	file *ast.File
	call *ast.CallExpr
}

// globalLimiters returns the token buckets that are made in a package and become the value of a field.
func globalLimiters(pass *analysis.Pass) []globalLimiter {
	var list []globalLimiter
	for _, file := range pass.Files {
		if strings.HasSuffix(pass.Fset.Position(file.FileStart).Filename, "_test.go") {
			continue
		}
		for n := range ast.Preorder(file) {
			to, value := syntax.Assigned(n)
			if kv, ok := n.(*ast.KeyValueExpr); ok {
				to, value = kv.Key, kv.Value
			}
			field, isVar := syntax.Object(pass.TypesInfo, to).(*types.Var)
			call, ok := ast.Unparen(value).(*ast.CallExpr)
			if ok && isVar && field.IsField() && code.TypeString(field.Type()) == limiterType &&
				code.TypeString(pass.TypesInfo.TypeOf(call)) == bucketType {
				list = append(list, globalLimiter{pass, file, call})
			}
		}
	}
	return list
}

// dropIn puts the runtime's limiter in the place of the program's.
func (l globalLimiter) dropIn() ([]analysis.TextEdit, error) {
	where := "the global limiter at " + at(l.pass, l.call)
	if len(l.call.Args) != 1 || !types.Identical(l.pass.TypesInfo.TypeOf(l.call.Args[0]), types.Typ[types.Int]) {
		return nil, errors.New(where + " is not made from one rate of type int")
	}
	rate, ok := syntax.Source(l.pass, l.call.Args[0])
	if !ok {
		return nil, errors.New(where + " is in a file that is made from another")
	}
	mgr, ok := fix.InReach(l.pass, l.call.Pos(), known.Manager+".Manager")
	if !ok {
		return nil, errors.New(where + " is made where there is no manager; make it after the manager")
	}
	qualifier, list, ok := l.imported()
	if !ok {
		return nil, errors.New(where + " is in a file that is made from another")
	}
	text := qualifier + "." + dropInFunc + "(" + mgr + ", " + rate + ")"
	return append(list, analysis.TextEdit{Pos: l.call.Pos(), End: l.call.End(), NewText: []byte(text)}), nil
}

// imported returns the name of the runtime's package in the file. It takes the place of the package that
// made the limiter if the file needs that for nothing else.
func (l globalLimiter) imported() (string, []analysis.TextEdit, bool) {
	of, _ := syntax.Selected(syntax.Callee(l.call))
	if id, ok := of.(*ast.Ident); ok && id.Name == fix.RuntimeName && l.usedOnce(id) {
		for _, spec := range l.file.Imports {
			if name := l.pass.TypesInfo.PkgNameOf(spec); name != nil && name == l.pass.TypesInfo.Uses[id] {
				edit := analysis.TextEdit{Pos: spec.Pos(), End: spec.Path.End(), NewText: []byte(`"` + fix.RuntimePackage + `"`)}
				return id.Name, []analysis.TextEdit{edit}, true
			}
		}
	}
	return fix.Import(l.pass, l.call.Pos(), fix.RuntimePackage, fix.RuntimeName)
}

// usedOnce reports whether a name is the only one in the file that means what it means.
func (l globalLimiter) usedOnce(id *ast.Ident) bool {
	return !syntax.Any(l.file, func(other *ast.Ident) bool {
		return other != id && l.pass.TypesInfo.Uses[other] == l.pass.TypesInfo.Uses[id]
	})
}

// move plans to let the controllers that ask a program's global limiter ask the runtime's instead.
func (p *program) move(plan *Plan, l globalLimiter, controllers []*model.Controller) error {
	list, err := l.dropIn()
	if err != nil {
		return err
	}
	for _, c := range controllers {
		switch {
		case c.Limits[judge.Middleware].Verdict == judge.Wrapped:
			plan.Moved += p.times[c.Site]
		case p.passes[c.Package] == nil:
			plan.foreign(c)
		default:
			p.leave(plan, c, errors.New("it does not ask the global limiter; see rllint -fix"))
		}
	}
	if plan.Moved == 0 {
		return fmt.Errorf("no controller asks the global limiter at %s; run rllint -fix first", at(l.pass, l.call))
	}
	plan.Changes = append(plan.Changes, p.change("move the global limiter", l.pass, l.call.Pos(), []edits{{l.pass, list}}))
	return nil
}
