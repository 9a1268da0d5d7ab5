package adopt

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/showing/findings"
)

// An attempt is what comes of making the limits in one place.
type attempt struct {
	variable string
	changes  []findings.Finding
	left     []string
	leftOver int     // controllers that are left
	err      error   // why the limits cannot be made somewhere, if that is why a controller is left
	edits    []edits // of all changes
}

// attempt limits as many controllers as can be with limits from some places.
func (p *program) attempt(st *start, r roots, todo []*model.Controller) *attempt {
	a := &attempt{variable: r.variable}
	for _, c := range todo {
		list, err := p.limit(c, st, r)
		if err != nil {
			a.left = append(a.left, leftAlone(c, err))
			a.leftOver += p.times[c.Site]
			var unmade unmadeError
			if errors.As(err, &unmade) && a.err == nil {
				a.err = err
			}
			continue
		}
		a.edits = append(a.edits, list...)
		pass := p.passes[c.Package]
		one := p.change("limit controller "+c.Title(), pass, position(pass, c.Site), list)
		for range p.times[c.Site] {
			one.Controllers = append(one.Controllers, c.Title())
		}
		a.changes = append(a.changes, one)
	}
	return a
}

// limit returns the edits that limit one controller, with those in main and on the way.
func (p *program) limit(c *model.Controller, st *start, r roots) ([]edits, error) {
	pass := p.passes[c.Package]
	s, ok := siteOf(pass, c.Site)
	if !ok {
		return nil, errors.New("it is created through a function value")
	}
	if s.function() == nil {
		return nil, errors.New("it is created outside of a function")
	}
	h := &handing{p: p, roots: r, done: make(map[symbol.Name]bool)}
	limits, err := h.reach(s)
	if err != nil {
		return nil, err
	}
	limiting := fix.LimitingOf(c, limits)
	limiting.Priorities = limiting.Priorities || st.priorities
	switch {
	case st.opts.Workers && c.Kept == nil:
		limiting.Workers, limiting.Elsewhere = "", false
	case st.opts.Workers: // workers.txtar: more of them would see each other's state
		limiting.Elsewhere = false
	}
	list, err := limiting.Limit(pass, position(pass, c.Site))
	if err != nil {
		return nil, err
	}
	h.list = append(h.list, edits{pass, list})
	for _, made := range h.used {
		h.list = append(h.list, made.edits...)
	}
	return h.list, nil
}

// siteOf returns the call at a site.
func siteOf(pass *analysis.Pass, s model.Site) (site, bool) {
	pos := position(pass, s)
	file := syntax.FileOf(pass.Files, pos)
	if file == nil {
		return site{}, false
	}
	var found *ast.CallExpr
	for call := range syntax.All[*ast.CallExpr](file) {
		fun := syntax.Callee(call)
		_, isIdent := fun.(*ast.Ident)
		if sel, ok := fun.(*ast.SelectorExpr); ok && sel.Sel.Pos() == pos || fun.Pos() == pos && found == nil && isIdent {
			found = call
		}
	}
	if found == nil {
		return site{}, false
	}
	return siteAt(pass, file, found), true
}

// collides reports whether the variable's name means something else in a file that is changed.
func (a *attempt) collides() bool {
	seen := make(map[*ast.File]bool)
	for _, e := range a.edits {
		for _, edit := range e.list {
			file := syntax.FileOf(e.pass.Files, edit.Pos)
			if file == nil || seen[file] {
				continue
			}
			seen[file] = true
			if defines(e.pass, file, a.variable) {
				return true
			}
		}
	}
	return false
}

// defines reports whether a file declares something of a name that is no field, method or limits.
func defines(pass *analysis.Pass, file *ast.File, name string) bool {
	return syntax.Any(file, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || id.Name != name {
			return false
		}
		obj := pass.TypesInfo.ObjectOf(id)
		v, isVar := obj.(*types.Var)
		_, isFunc := obj.(*types.Func)
		return obj != nil && !isFunc && !(isVar && (v.IsField() || code.TypeString(v.Type()) == limitsType))
	})
}

func leftAlone(c *model.Controller, why error) string {
	return fmt.Sprintf("%s:%d: controller %s is left alone: %v", c.Site.File, c.Site.Line, c.Title(), why)
}
