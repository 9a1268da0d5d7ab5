package queuing

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// AFact marks Adds as a fact.
func (*Adds) AFact() {}

// export makes the fact about the package.
func (p *program) export() {
	if p.pass.Pkg.Name() == "main" {
		return
	}
	adds := make(map[*types.Func]bool)
	p.makings()
	fact := Adds{AddAll: p.addAll()}
	fact.Makers = slices.DeleteFunc(slices.Collect(maps.Keys(p.ownMakers)), func(m symbol.Name) bool { return !m.Exported() })
	for _, fn := range p.funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil || !obj.Exported() {
			continue
		}
		if p.makesMemory(fn) {
			fact.Remember = append(fact.Remember, symbol.Of(obj))
		}
		if !p.handsOn(fn) {
			continue
		}
		limits, atOnce := p.reach(fn)
		// A function that adds to a queue at once too chooses when its limiter counts: its authors want that.
		sure, apart, chosen := false, true, false
		for _, a := range limits {
			sure, apart, chosen = sure || !a.unsure, apart && a.apart, chosen || atOnce[a.queue]
		}
		if sure && !chosen && !apart {
			fact.Limited = append(fact.Limited, symbol.Of(obj))
			adds[obj] = true
		}
	}
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		iface, ok := scope.Lookup(name).Type().Underlying().(*types.Interface)
		if !ok || len(adds) == 0 {
			continue
		}
		for m := range iface.Methods() {
			for obj := range adds {
				recv := obj.Signature().Recv()
				if recv != nil && obj.Name() == m.Name() && types.Implements(types.NewPointer(code.Deref(recv.Type())), iface) {
					fact.Limited = append(fact.Limited, symbol.Of(m))
				}
			}
		}
	}
	for _, list := range []*[]symbol.Name{&fact.Limited, &fact.Remember, &fact.Makers} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	if slices.ContainsFunc(p.pass.Pkg.Imports(), about) || len(fact.Limited) > 0 || len(fact.Remember) > 0 || len(fact.Makers) > 0 {
		p.pass.ExportPackageFact(&fact)
	}
}

// makesMemory reports whether a function returns a limiter that remembers failures by item, whatever it is handed.
func (p *program) makesMemory(fn *ssa.Function) bool {
	if fn.Signature.Results().Len() != 1 || !isLimiter(fn.Signature.Results().At(0).Type()) {
		return false
	}
	returns := slices.Collect(ssacode.All[*ssa.Return](fn))
	return len(returns) > 0 && !slices.ContainsFunc(returns, func(ret *ssa.Return) bool { return p.memoryOf(ret.Results[0], 0) != perItem })
}

// imports takes over what is known of functions of other packages.
func (p *program) imports(fact *Adds) {
	p.resyncs = append(p.resyncs, fact.AddAll...)
	for _, sym := range fact.Limited {
		p.wrappers[sym] = true
	}
	for _, sym := range fact.Makers {
		p.makers[sym] = true
	}
	for _, sym := range fact.Remember {
		p.remember[sym] = true
	}
}

// handsOn reports whether a function only hands an item on to a queue: it takes none and starts nothing.
func (p *program) handsOn(fn *ssa.Function) bool {
	return len(fn.Blocks) <= 12 && !ssacode.Any(fn, func(*ssa.Go) bool { return true }) && !ssacode.Any(fn, isGet)
}

// about reports whether a package has the queues.
func about(imp *types.Package) bool {
	return imp.Path() == known.Workqueue || imp.Path() == known.PriorityQueue
}
