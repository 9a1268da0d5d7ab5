package adopt

import (
	"errors"
	"go/ast"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// limit returns the edits that limit one controller, with those in main and on the way.
func (p *program) limit(c *model.Controller, st *start, r map[ast.Node]*root) ([]edits, error) {
	pass := p.passes[c.Package]
	call := fix.CallAt(pass, position(pass, c.Site))
	if call == nil {
		return nil, errors.New("it is created through a function value, or its file is made from another")
	}
	s := siteAt(pass, call)
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
	return append(h.list, edits{pass, list}), nil
}
