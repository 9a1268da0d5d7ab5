package blocking

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Rule is the name of the rule that reports waits.
const Rule = "RL4003"

// Analyzer computes the [Result] of a package. It reports nothing itself.
var Analyzer = report.Analysis("blocking", "find where reconcilers keep their worker waiting", analyse, new(Waits))

// A Result lists where the reconcilers of a package wait.
type Result struct {
	report.Fault

	Waits []Found
}

// A Found is a wait that a reconciler of the package comes to.
type Found struct {
	Wait
	Pos token.Pos // of the wait or, where that is in no source at hand, of the call that leads there
	// Reconciler is the method or function that the way begins with, and Type that of which it is a method, "" for none.
	Reconciler string
	Type       symbol.Name
	// Worker is whether it takes items from a queue that is made by hand.
	Worker bool
	// Steps are where the calls of the way stand, in order, as far as they are in source at hand.
	Steps []token.Pos
}

// A Wait is a call that waits.
type Wait struct {
	code.Place        // as the file set names it
	What       string // such as "time.Sleep"
	Length     int64  // how long each time, 0 where not known
	Written    string // what says how long, where that is not known: a variable, a field, a call
	Repeat     Repeat // how often
	Near       bool   // the loop over objects is in the function that waits
	Forever    bool   // so is the loop without an end
	Way        []Step // the calls between the function that has this and the wait, outermost first
	Poll       bool   // it asks again and again whether something is so, and ends when it is
	Retry      bool   // it is the back-off between tries, of a length that is not known, or after conflicts
	Paced      bool   // the function that waits counts or looks at the time: where it is asked whether to go on, it ends that loop
	Explained  bool   // its authors have thought about it: a comment says at length why a pause is there, or speaks of blocking
	Foreign    bool   // it is in a dependency
	Module     string // the dependency that it is in
}

// Chosen reports whether some call on the way may go to another function than the one that leads here.
func (f *Found) Chosen() bool {
	return slices.ContainsFunc(f.Way, func(s Step) bool { return s.Chosen })
}

// A Step is a call on the way to a wait.
type Step struct {
	Name       string // of the function that is called
	Chosen     bool   // it is one of several that an interface may hold there
	code.Place        // where the call stands, as the file set names it
}

func analyse(pass *analysis.Pass) *Result {
	if known.Foundation(pass.Pkg.Path()) {
		return &Result{}
	}
	g := &graph{pass: pass, imported: make(map[string]map[symbol.Name][]Wait), nodes: make(map[*types.Func]*node),
		invoked: make(map[*types.Func][]target)}
	g.findImported()
	waits := known.Imports(pass.Pkg, "time", "k8s.io/apimachinery/pkg/util/wait", "k8s.io/client-go/util/retry", "k8s.io/utils/clock", "sync",
		"net/http")
	if len(g.imported) == 0 && !waits {
		return &Result{}
	}
	g.build()
	g.export()
	return &Result{Waits: g.found()}
}

// A graph is the calls of a package.
type graph struct {
	pass     *analysis.Pass
	imported map[string]map[symbol.Name][]Wait // of imports, also indirect ones, by path
	facts    []*Waits                          // about imports, by path
	nodes    map[*types.Func]*node
	order    []*node
	roots    []*node
	invoked  map[*types.Func][]target // what calls of methods of interfaces may reach, once somebody asks
}

// A node is a function with what it waits for and what it calls, in the order of its source.
type node struct {
	fn    *types.Func
	name  string
	waits []direct
	calls []call
	// limit is when it ends a context that it hands on: 0 if it does not, unknownLimit if that is not known.
	limit int64
	// wraps is whether it calls a reconciler: it is middleware, if it is one itself.
	wraps bool
	// takes is whether it takes items from a queue that is made by hand.
	takes bool
	// guarded is whether a condition that is a parameter decides about some of these.
	guarded bool
}

// A direct wait is one in the function itself.
type direct struct {
	Wait
	pos  token.Pos
	only int // the parameter that has to be true, counted from 1; 0 for none
	// option is whether what a caller hands over is compared with a constant for it.
	option bool
}

type call struct {
	to     *types.Func
	pos    token.Pos
	repeat Repeat
	only   int
	falses []int // the arguments that are false, a constant, counted from 1
	option bool  // as for a wait
	asks   bool  // it stands in the condition of a loop
}

func (g *graph) findImported() {
	facts := make(map[string]*Waits)
	for _, f := range g.pass.AllPackageFacts() {
		if fact, ok := f.Fact.(*Waits); ok && f.Package.Path() != g.pass.Pkg.Path() && !known.Foundation(f.Package.Path()) {
			facts[f.Package.Path()] = fact
		}
	}
	for _, path := range slices.Sorted(maps.Keys(facts)) {
		g.imported[path] = facts[path].bySymbol()
		g.facts = append(g.facts, facts[path])
	}
}

func (g *graph) build() {
	for at, decl := range syntax.Functions(g.pass) {
		fn, ok := g.pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok {
			continue
		}
		n := &node{fn: fn, name: nameOf(fn)}
		if simulates(n.name, g.pass.Fset.Position(decl.Pos()).Filename, g.pass.Pkg.Path()) {
			continue
		}
		g.nodes[fn] = n
		g.order = append(g.order, n)
		g.walk(n, at, decl.Body)
		if fn.Name() == "Reconcile" && known.Reconciles(fn.Signature()) && !g.single(fn, decl.Body) {
			g.roots = append(g.roots, n)
		}
		if worker := g.worker(n, at, decl.Body); worker != nil {
			g.roots = append(g.roots, worker)
		}
	}
}

func nameOf(fn *types.Func) string { return symbol.Of(fn).Short() }
