package outcome

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// maxRounds bounds how often a function that calls itself is followed.
const maxRounds = 5

// A program is what is known of functions while a package is analysed.
type program struct {
	pass             *analysis.Pass
	fset             *token.FileSet
	pkg              *ssa.Package
	done             func() // to be called once pkg and its functions are no longer used
	summaries        map[*ssa.Function]*summary
	progress         map[*ssa.Function]bool              // functions that are being followed
	recursive        map[*ssa.Function]bool              // those of them that were called meanwhile
	held             map[holder][]*ssa.Function          // functions that are called through fields and lists
	facts            map[string]*Summaries               // about imports, also indirect ones, by path; see importFacts
	imported         map[string]map[symbol.Name]*summary // of them, as far as they were asked for
	limiters         map[symbol.Name]bool                // methods of the package with which a limiter says yes or no
	importedLimiters map[symbol.Name]bool                // and of other packages
	variables        map[types.Object]value              // package variables with the Results that they keep
	atCall           map[callOutcome]*places
	via              map[Place]token.Pos // the call in this package that leads to a place in another
}

func newProgram(pass *analysis.Pass) *program {
	p := &program{
		pass: pass, fset: pass.Fset,
		summaries:        make(map[*ssa.Function]*summary),
		progress:         make(map[*ssa.Function]bool),
		recursive:        make(map[*ssa.Function]bool),
		imported:         make(map[string]map[symbol.Name]*summary),
		importedLimiters: make(map[symbol.Name]bool),
		atCall:           make(map[callOutcome]*places),
		via:              make(map[Place]token.Pos),
	}
	p.findLimiters()
	p.findVariables()
	return p
}

// build makes the SSA form of the functions that are chosen.
func (p *program) build(chosen map[*ast.FuncDecl]bool) []*ssa.Function {
	pkg, funcs, done := ssacode.Functions(p.pass, chosen)
	p.pkg, p.done = pkg, done
	p.held = holders(funcs)
	return funcs
}

// importFacts returns the facts about the packages that this one imports, directly or not.
func (p *program) importFacts() map[string]*Summaries {
	if p.facts == nil {
		p.facts = make(map[string]*Summaries)
		for _, f := range p.pass.AllPackageFacts() {
			if fact, ok := f.Fact.(*Summaries); ok && f.Package.Path() != p.pass.Pkg.Path() {
				p.facts[f.Package.Path()] = fact
			}
		}
	}
	return p.facts
}

// summariesOf returns those of another package's functions by their symbols, nil if it has none.
func (p *program) summariesOf(path string) map[symbol.Name]*summary {
	list, known := p.imported[path]
	if fact := p.importFacts()[path]; !known && fact != nil {
		list = fact.summaries()
		for _, sym := range fact.Limiters {
			p.importedLimiters[sym] = true
		}
		p.imported[path] = list
	}
	return list
}

// summaryOf returns the outcomes of a function, nil if its code is not read.
func (p *program) summaryOf(fn *ssa.Function) *summary {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if len(fn.Blocks) == 0 {
		obj, ok := fn.Object().(*types.Func)
		if !ok || obj.Pkg() == nil || obj.Pkg() == p.pass.Pkg || obj.Name() == "Reconcile" && known.Reconciles(obj.Signature()) {
			return nil // what another package's reconciler returns is reported there
		}
		return p.summariesOf(obj.Pkg().Path())[symbol.Of(obj)]
	}
	if p.progress[fn] {
		p.recursive[fn] = true
		return p.summaries[fn]
	}
	if have := p.summaries[fn]; have != nil {
		return have
	}
	p.progress[fn] = true
	p.summaries[fn] = &summary{}
	for round := 0; ; round++ {
		before := len(p.summaries[fn].outcomes)
		next := p.follow(fn)
		if round == maxRounds {
			next.lost = true
		}
		p.summaries[fn] = next
		if !p.recursive[fn] || next.lost || len(next.outcomes) == before {
			break
		}
	}
	delete(p.progress, fn)
	return p.summaries[fn]
}

// implementations returns the functions that a call of an interface's method may go to, as
// far as the package and those it imports have types with it. What a reconciler of any kind
// returns that is wrapped is reported where that reconciler is.
func (f *frame) implementations(c *ssa.CallCommon) []callee {
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	if !ok || c.Method.Pkg() != nil && c.Method.Pkg().Path() == known.Reconcile || !returnsResult(c.Signature()) {
		return nil
	}
	var list []callee
	for _, fn := range methods.Implementing(f.pass.Pkg, iface, c.Method) {
		list = append(list, callee{f.methodSummary(fn)})
	}
	facts := f.importFacts()
	for _, path := range slices.Sorted(maps.Keys(facts)) {
		for _, t := range facts[path].Types {
			if m, ok := t.Method(c.Method); ok && t.Implements(iface) {
				list = append(list, callee{f.summariesOf(m.Package)[m.Func]})
			}
		}
	}
	return list
}

// returnsResult reports whether a Result is among what a function returns.
func returnsResult(sig *types.Signature) bool {
	return syntax.AnyType(sig.Results(), func(t types.Type) bool {
		form := formOf(t)
		return form == result || form == pointer
	})
}

func (p *program) methodSummary(fn *types.Func) *summary {
	if fn.Pkg() != p.pass.Pkg {
		return p.summariesOf(fn.Pkg().Path())[symbol.Of(fn)]
	}
	if f := p.pkg.Prog.FuncValue(fn); f != nil {
		return p.summaryOf(f)
	}
	return nil
}
