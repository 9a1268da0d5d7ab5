package lost

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// imported returns what is known of the functions of other packages.
func (c *finder) imported() imports {
	all := imports{funcs: make(map[symbol.Name]foreign)}
	for _, fact := range syntax.Facts[*Elsewhere](c.pass) {
		for _, fn := range fact.Funcs {
			all.funcs[fn.Symbol] = fn
		}
		all.types, all.calls = append(all.types, fact.Types...), append(all.calls, fact.Calls...)
	}
	return all
}

// fromElsewhere returns what functions of other packages lose that a pass of this one runs, or of the whole program one of another package
// that calls them by an interface: losterrors/parted.
func (c *finder) fromElsewhere() (list []Error) {
	others := maps.Clone(c.inPass().others)
	if c.pass.Pkg.Name() == "main" {
		for _, called := range c.others().calls {
			for _, t := range c.others().types {
				if m, ok := t.Has(called, called.Name); ok {
					others[m.Func] = true
				}
			}
		}
	}
	for fn := range others {
		for _, e := range c.others().funcs[fn].Errors {
			if e.Error.Pos = syntax.At(c.pass.Fset, e.File, e.Line, e.Column); e.Error.Pos.IsValid() {
				list = append(list, e.Error)
			}
		}
	}
	return list
}

// exports reports whether other packages may run what the functions of this one lose.
func (c *finder) exports() bool {
	_, version := modules.DependencyOf(c.pass)
	return c.pass.Pkg.Name() != "main" && version == ""
}

// mayRun returns the functions that a pass runs, a handler of events, or another package.
func (c *finder) mayRun() map[*types.Func]bool {
	own := maps.Clone(c.inPass().own)
	if c.exports() {
		var exported []*types.Func
		for fn := range c.decls {
			if fn.Exported() {
				exported = append(exported, fn)
			}
		}
		maps.Copy(own, c.reached(exported).own)
	}
	return own
}

// export tells importers what the functions of the package lose that no pass of its own runs, of all that they do where one runs them.
func (c *finder) export(found, all []Error) {
	all = slices.DeleteFunc(all, func(e Error) bool { return slices.ContainsFunc(found, func(f Error) bool { return f.Pos == e.Pos }) })
	var fact Elsewhere
	matters := make(map[*types.Func]bool)
	for fn, decl := range c.decls {
		if !fn.Exported() {
			continue
		}
		f := c.functionAt(decl)
		if f == nil {
			continue
		}
		of := foreign{Symbol: symbol.Of(fn), Nil: f.neverFails(fn), Asks: f.asksFar(fn)}
		if !c.inPass().own[fn] {
			of.Errors = c.lostBy(fn, all)
		}
		if matters[fn] = of.Asks || len(of.Errors) > 0; matters[fn] || of.Nil {
			fact.Funcs = append(fact.Funcs, of)
		}
	}
	for fn := range c.inPass().calls {
		called := methods.OfInterface(fn.Signature().Recv().Type().Underlying().(*types.Interface))
		called.Name = fn.Name()
		fact.Calls = append(fact.Calls, called)
	}
	slices.SortFunc(fact.Calls, func(a, b methods.Type) int {
		byID := func(a, b methods.Method) int { return cmp.Compare(a.ID, b.ID) }
		return cmp.Or(cmp.Compare(a.Name, b.Name), slices.CompareFunc(a.Methods, b.Methods, byID))
	})
	slices.SortFunc(fact.Funcs, func(a, b foreign) int { return cmp.Compare(a.Symbol, b.Symbol) })
	fact.Types = methods.Of(c.pass.Pkg, func(fn *types.Func) bool { return matters[fn.Origin()] })
	c.pass.ExportPackageFact(&fact)
}

// lostBy returns those of some errors that a function loses, or one that it leads to, those of other packages too.
func (c *finder) lostBy(fn *types.Func, all []Error) []placed {
	var list []placed
	filter, _ := c.pass.ResultOf[report.Analyzer].(*report.Filter)
	to := c.reached([]*types.Func{fn})
	for other := range to.others {
		list = append(list, c.others().funcs[other].Errors...)
	}
	for inner := range to.own {
		for _, e := range all {
			at, decl := c.pass.Fset.Position(e.Pos), c.decls[inner]
			if decl.Pos() <= e.Pos && e.Pos < decl.End() && !filter.Hides(at.Filename, at.Line, "RL4007") {
				e.Pos, e.Calls = 0, nil
				list = append(list, placed{e, code.PlaceOf(at)})
			}
		}
	}
	slices.SortFunc(list, func(a, b placed) int { return cmp.Or(a.Place.Compare(b.Place), cmp.Compare(a.How, b.How)) })
	return list
}
