package paths

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// maxRounds bounds how often a function that calls itself is followed.
const maxRounds = 5

// New returns what is known of a package before any of its functions is built.
func New(pass *analysis.Pass, clients ...Client) *Program {
	p := newProgram(pass, clients...)
	p.findVariables()
	return p
}

// Guided returns it for a client that says where calls go. Nothing of it is exported, and what variables keep is not known.
func Guided(pass *analysis.Pass, guide Guide) *Program {
	p := newProgram(pass, guide)
	p.guide, p.variables = guide, make(map[types.Object]Value)
	return p
}

func newProgram(pass *analysis.Pass, clients ...Client) *Program {
	return &Program{
		Pass: pass, Fset: pass.Fset, clients: clients,
		summaries: make(map[*ssa.Function]*Summary),
		places:    make(map[*ssa.Function]int),
		open:      make(map[*ssa.Function]int),
		imported:  make(map[string]map[symbol.Name]*Summary),
		forms:     make(map[types.Type]Form),
	}
}

// Built takes the functions of the package that are in SSA form, with the function literals in them.
func (p *Program) Built(pkg *ssa.Package, funcs []*ssa.Function) {
	p.Pkg, p.held, p.handed = pkg, holders(funcs), handed(funcs)
}

// SummariesOf returns those of another package's functions by their symbols, nil if it has none.
func (p *Program) SummariesOf(path string) map[symbol.Name]*Summary {
	list, known := p.imported[path]
	if fact := p.ImportFacts()[path]; !known && fact != nil {
		list = fact.summaries()
		for _, c := range p.clients {
			c.Imported(path, list)
		}
		p.imported[path] = list
	}
	return list
}

// SummaryOf returns the outcomes of a function, nil if its code is not read.
func (p *Program) SummaryOf(fn *ssa.Function) *Summary {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if len(fn.Blocks) == 0 {
		obj, ok := fn.Object().(*types.Func)
		if !ok || obj.Pkg() == nil || obj.Pkg() == p.Pass.Pkg || obj.Name() == "Reconcile" && known.Reconciles(obj.Signature()) {
			return nil // what another package's reconciler returns is reported there
		}
		return p.SummariesOf(obj.Pkg().Path())[symbol.Of(obj)]
	}
	if at, followed := p.places[fn]; followed {
		p.stack[at].called = true
		p.calls(at)
		return p.summaries[fn]
	}
	if have := p.summaries[fn]; have != nil {
		if head, open := p.open[fn]; open {
			p.calls(head)
		}
		return have
	}
	f := p.begin(fn)
	for round, before := 0, -1; ; round++ {
		p.again(f)
		next := p.follow(fn)
		if round == maxRounds {
			next.Lost = true
		}
		p.summaries[fn] = next
		found := p.outcomes(f)
		if !f.called || f.head < f.at || next.Lost || found == before {
			break
		}
		before = found
	}
	p.end(f)
	return p.summaries[fn]
}

// implementations returns the functions that a call of an interface's method may go to, as
// far as the package and those it imports have types with it. What a reconciler of any kind
// returns that is wrapped is reported where that reconciler is.
func (f *Frame) implementations(c *ssa.CallCommon) []Callee {
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	if !ok || c.Method.Pkg() != nil && c.Method.Pkg().Path() == known.Reconcile || !ReturnsResult(c.Signature()) {
		return nil
	}
	var list []Callee
	args := append([]ssa.Value{c.Value}, c.Args...)
	for _, fn := range methods.Implementing(f.Pass.Pkg, iface, c.Method) {
		list = append(list, Callee{Summary: f.methodSummary(fn), Args: args})
	}
	facts := f.ImportFacts()
	for _, path := range slices.Sorted(maps.Keys(facts)) {
		for _, t := range facts[path].Types {
			if m, ok := t.Implementation(iface, c.Method); ok {
				list = append(list, Callee{Summary: f.SummariesOf(m.Package)[m.Func], Args: args})
			}
		}
	}
	if len(list) > 1 && slices.ContainsFunc(list, func(c Callee) bool { return c.Summary.asks() }) {
		for i := range list {
			list[i].OneOf = true
		}
	}
	return list
}

// asks reports whether the function can return a Result that asks for the request to come back.
func (s *Summary) asks() bool {
	return s != nil && slices.ContainsFunc(s.Outcomes, func(o *Outcome) bool {
		return slices.ContainsFunc(o.Results, func(v Value) bool { return v.Form == OfResult && v.Asks() })
	})
}

func (p *Program) methodSummary(fn *types.Func) *Summary {
	if fn.Pkg() != p.Pass.Pkg {
		return p.SummariesOf(fn.Pkg().Path())[symbol.Of(fn)]
	}
	if f := p.Pkg.Prog.FuncValue(fn); f != nil {
		return p.SummaryOf(f)
	}
	return nil
}
