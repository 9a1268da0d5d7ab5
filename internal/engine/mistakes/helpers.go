package mistakes

import (
	"cmp"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// export exports the fact about the package.
func (p *program) export() {
	fact := p.indexes()
	fact.Clustered = p.result.clustered
	fact.Owning = p.owns()
	if p.unindexed(fact); p.pass.Pkg.Name() == "main" {
		return
	}
	for body, decl := range syntax.Functions(p.pass) {
		fn, ok := p.info.Defs[decl.Name].(*types.Func)
		if !ok || !fn.Exported() {
			continue
		}
		h := helper{Symbol: symbol.Of(fn)}
		for i := range fn.Signature().Params().Len() {
			if p.changesParam(decl, fn, i) {
				h.Changes = append(h.Changes, i)
			}
			if key := lookedUpParam(p.pass, fn, i); key != "" {
				h.Reads = append(h.Reads, Read{Key: key, Param: i})
			}
		}
		h.Fetches, h.Compares = p.fetches(decl, fn), p.comparisonsOf(decl, fn)
		if p.takesNamespace(decl.Body) {
			fact.Spacing = append(fact.Spacing, h.Symbol)
		}
		for at, read := range partsRead(p.pass, body, decl, p.result.reads) {
			if !isSet(at) && !slices.Contains(h.Reads, read) {
				h.Reads = append(h.Reads, read)
			}
		}
		if len(h.Changes)+len(h.Reads)+len(h.Fetches)+len(h.Compares) > 0 {
			fact.Funcs = append(fact.Funcs, h)
		}
	}
	if len(fact.Funcs)+len(fact.Indexes)+len(fact.Asked)+len(fact.Clustered)+len(fact.Spacing)+len(fact.Owning) > 0 {
		slices.SortFunc(fact.Funcs, func(a, b helper) int { return cmp.Compare(a.Symbol, b.Symbol) })
		p.pass.ExportPackageFact(&fact)
	}
}

// imported notes what the helpers of imports do, also of indirect ones.
func (p *program) imported() {
	for _, f := range p.pass.AllPackageFacts() {
		fact, ok := f.Fact.(*Helpers)
		if !ok || f.Package == p.pass.Pkg {
			continue
		}
		p.facts = append(p.facts, fact)
		p.owning = append(p.owning, fact.Owning...)
		p.scopes, p.spacing = append(p.scopes, fact.Clustered...), append(p.spacing, fact.Spacing...)
		for _, h := range fact.Funcs {
			if h.Compares != nil {
				p.comparisons[h.Symbol] = h.Compares
			}
			p.changing[h.Symbol], p.fetching[h.Symbol] = h.Changes, h.Fetches
			p.result.reads[h.Symbol] = h.Reads
		}
	}
}
