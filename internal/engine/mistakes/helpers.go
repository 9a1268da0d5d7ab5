package mistakes

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"sync"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// export exports the fact about the package.
func (p *program) export() {
	fact := p.indexes()
	fact.Clustered = p.result.clustered
	fact.Owning = p.owns()
	p.series(&fact)
	if p.unindexed(fact); p.pass.Pkg.Name() == "main" {
		return
	}
	within, interfaces := p.readsWithin(), sync.OnceValue(p.interfaces)
	for _, decl := range syntax.Functions(p.pass) {
		fn, ok := p.info.Defs[decl.Name].(*types.Func)
		if !ok || !fn.Exported() {
			continue
		}
		h := helper{Symbol: symbol.Of(fn)}
		for i := range fn.Signature().Params().Len() {
			if p.changesParam(decl, fn, i).IsValid() {
				h.Changes = append(h.Changes, i)
			}
			if key := lookedUpParam(p.pass, fn, i, nil, nil); key != "" {
				h.Reads = append(h.Reads, Read{Key: key, Param: i})
			}
		}
		h.Fetches, h.Compares, h.Series = p.fetches(decl, fn), p.comparisonsOf(decl, fn), p.asking[h.Symbol]
		if p.takesNamespace(decl.Body, "") {
			fact.Spacing = append(fact.Spacing, h.Symbol)
		}
		for _, read := range within[fn] {
			if !slices.Contains(h.Reads, read) {
				h.Reads = append(h.Reads, read)
			}
		}
		if len(h.Changes)+len(h.Reads)+len(h.Fetches)+len(h.Compares)+len(h.Series) > 0 {
			fact.Funcs = append(fact.Funcs, h)
		}
		if len(h.Reads) > 0 && fn.Signature().Recv() != nil { // also by interfaces of the package: updates/mapped
			for _, of := range interfaces() {
				m, _, _ := types.LookupFieldOrMethod(of.Type(), false, p.pass.Pkg, fn.Name())
				if m != nil && types.Implements(types.NewPointer(code.Deref(fn.Signature().Recv().Type())), of.Type().Underlying().(*types.Interface)) {
					fact.Funcs = append(fact.Funcs, helper{Symbol: symbol.Of(m), Reads: h.Reads})
				}
			}
		}
	}
	if len(fact.Funcs)+len(fact.Indexes)+len(fact.Asked)+len(fact.Clustered)+len(fact.Spacing)+len(fact.Owning)+
		len(fact.Series)+len(fact.Settled) > 0 || fact.Metrics {
		slices.SortFunc(fact.Funcs, func(a, b helper) int { return cmp.Compare(a.Symbol, b.Symbol) })
		p.pass.ExportPackageFact(&fact)
	}
}

// readsWithin returns what the functions of the package read, also in others of it that they mention, of objects whose type these say:
// updates/mapped.
func (p *program) readsWithin() map[*types.Func][]Read {
	reads, all := make(map[*types.Func][]Read), make(map[*types.Func][]Read)
	ofCallers := func(r Read) bool { return r.Type == "" || r.handedKey() } // what callers of the function decide
	spreads := false
	for body, decl := range syntax.Functions(p.pass) {
		fn, _ := p.info.Defs[decl.Name].(*types.Func)
		for at, read := range partsRead(p.pass, body, decl, p.result.reads, nil) {
			if !isSet(at) {
				reads[fn], spreads = append(reads[fn], read), spreads || !ofCallers(read)
			}
		}
	}
	if !spreads {
		return reads
	}
	users := make(map[*types.Func][]*types.Func)
	for decl := range syntax.FuncDecls(p.pass) {
		fn, _ := p.info.Defs[decl.Name].(*types.Func)
		for id := range syntax.All[*ast.Ident](decl.Body) {
			if used, ok := p.info.Uses[id].(*types.Func); ok && used.Pkg() == p.pass.Pkg {
				users[used.Origin()] = append(users[used.Origin()], fn)
			}
		}
	}
	for decl := range syntax.FuncDecls(p.pass) {
		fn, _ := p.info.Defs[decl.Name].(*types.Func)
		all[fn] = append(all[fn], reads[fn]...)
		list := slices.DeleteFunc(slices.Clone(reads[fn]), ofCallers)
		seen := map[*types.Func]bool{fn: true}
		for next := users[fn]; len(list) > 0 && len(next) > 0; next = next[1:] {
			if user := next[0]; !seen[user] {
				seen[user] = true
				all[user] = append(all[user], list...)
				next = append(next, users[user]...)
			}
		}
	}
	return all
}

// imported notes what the helpers of imports do, also of indirect ones.
func (p *program) imported() {
	for _, f := range p.pass.AllPackageFacts() {
		fact, ok := f.Fact.(*Helpers)
		if !ok || f.Package == p.pass.Pkg {
			continue
		}
		p.facts = append(p.facts, fact)
		if fact.Metrics {
			p.metrics = append(p.metrics, f.Package)
		}
		p.owning = append(p.owning, fact.Owning...)
		p.scopes, p.spacing = append(p.scopes, fact.Clustered...), append(p.spacing, fact.Spacing...)
		for _, h := range fact.Funcs {
			p.helpers[h.Symbol] = h
			p.result.reads[h.Symbol] = append(p.result.reads[h.Symbol], h.Reads...)
		}
	}
}

// interfaces returns the interfaces that the package declares, but for generic ones.
func (p *program) interfaces() (list []types.Object) {
	for _, name := range p.pass.Pkg.Scope().Names() {
		obj, _ := p.pass.Pkg.Scope().Lookup(name).(*types.TypeName)
		if obj == nil || !types.IsInterface(obj.Type()) {
			continue
		}
		if named, ok := obj.Type().(*types.Named); ok && named.TypeParams().Len() == 0 {
			list = append(list, obj)
		}
	}
	return list
}
