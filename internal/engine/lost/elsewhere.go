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

// imported returns what the functions of other packages lose.
func (c *finder) imported() imports {
	all := imports{funcs: make(map[symbol.Name][]placed), nils: make(map[symbol.Name]bool), asks: make(map[symbol.Name]bool),
		replaces: make(map[symbol.Name]bool)}
	for _, fact := range syntax.Facts[*Elsewhere](c.pass) {
		for _, fn := range fact.Funcs {
			all.funcs[fn.Symbol] = fn.Errors
		}
		all.types, all.calls = append(all.types, fact.Types...), append(all.calls, fact.Calls...)
		for _, fn := range fact.Nils {
			all.nils[fn] = true
		}
		for _, fn := range fact.Replaces {
			all.replaces[fn] = true
		}
		for _, fn := range fact.Asks {
			all.asks[fn] = true
		}
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
		for _, e := range c.others().funcs[fn] {
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
	filter, _ := c.pass.ResultOf[report.Analyzer].(*report.Filter)
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
		if f.neverFails(fn) {
			fact.Nils = append(fact.Nils, symbol.Of(fn))
		}
		for param := range fn.Signature().Params().Variables() {
			to, ok := param.Type().(*types.Pointer)
			if ok && syntax.IsError(to.Elem()) && replacesError(c.info, decl, param) {
				fact.Replaces = append(fact.Replaces, symbol.Of(fn))
			}
		}
		if f.asksFar(fn) {
			fact.Asks = append(fact.Asks, symbol.Of(fn))
			matters[fn] = true
		}
		if c.inPass().own[fn] {
			continue
		}
		of, to := losing{Symbol: symbol.Of(fn)}, c.reached([]*types.Func{fn})
		for other := range to.others {
			of.Errors = append(of.Errors, c.others().funcs[other]...)
		}
		for inner := range to.own {
			for _, e := range all {
				at, decl := c.pass.Fset.Position(e.Pos), c.decls[inner]
				known := slices.ContainsFunc(found, func(f Error) bool { return f.Pos == e.Pos })
				if known || decl == nil || e.Pos < decl.Pos() || e.Pos >= decl.End() || filter.Hides(at.Filename, at.Line, "RL4007") {
					continue
				}
				e.Pos, e.Calls = 0, nil
				of.Errors = append(of.Errors, placed{e, code.PlaceOf(at)})
			}
		}
		if len(of.Errors) > 0 {
			slices.SortFunc(of.Errors, func(a, b placed) int { return cmp.Or(a.Place.Compare(b.Place), cmp.Compare(a.How, b.How)) })
			fact.Funcs = append(fact.Funcs, of)
			matters[fn] = true
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
	slices.Sort(fact.Nils)
	slices.Sort(fact.Asks)
	slices.Sort(fact.Replaces)
	slices.SortFunc(fact.Funcs, func(a, b losing) int { return cmp.Compare(a.Symbol, b.Symbol) })
	fact.Types = methods.Of(c.pass.Pkg, func(fn *types.Func) bool { return matters[fn.Origin()] })
	c.pass.ExportPackageFact(&fact)
}
