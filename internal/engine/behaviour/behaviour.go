// Package behaviour finds out what the functions of a package do, whatever main passes: it asks the questions of all clients of package
// paths in one walk, and those of packages queuing and state, over one SSA form.
//
// # Contract
//
// A question is a package of its own: [pairs] asks which Results and errors come back together, [dropped] which Results nobody
// reads, [lost] what becomes of errors, [conflicts] which writes are tried again in vain, [backoff] which answers take a request out
// of its back-off, [queuing] what workers do with items, [state] what is kept of a request. Adding one is a field of [Result], one
// of [Analysis], and a line each in [New] and in [Analysis.Found]. Facts of all of them belong to the analyzer of package model,
// which builds the functions.
package behaviour

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/backoff"
	"github.com/rllint/rllint/internal/engine/conflicts"
	"github.com/rllint/rllint/internal/engine/dropped"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/lost"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/pairs"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/queuing"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/state"
)

// A Result has what each client found in a package.
type Result struct {
	Pairs   pairs.Result
	Dropped []dropped.Result
	Lost    lost.Result
	// Conflicts are the writes that are tried again in vain.
	Conflicts []conflicts.Conflict
	// Backoff are the answers that take a request out of its back-off.
	Backoff []backoff.Answer
	Queues  queuing.Result
	State   state.Result
}

// Facts returns the types of the facts about packages.
func Facts() []analysis.Fact {
	return []analysis.Fact{new(paths.Summaries), new(pairs.Fact), new(queuing.Adds), new(lost.Elsewhere), new(conflicts.Updates),
		new(state.Setters)}
}

// An Analysis is what becomes the [Result] of a package once its functions are built.
type Analysis struct {
	pass            *analysis.Pass
	program         *paths.Program
	onPaths         map[*ast.FuncDecl]bool // chosen for what happens on their paths
	alone           map[*ast.FuncDecl]bool // the same, for errors that are lost in them alone
	kept            map[*ast.FuncDecl]bool // and for what is kept of a request
	pairs           *pairs.Client
	unread, unheard *dropped.Client
	lost            *lost.Client
	conflicts       *conflicts.Client
	backoff         *backoff.Client
	queues          *queuing.Analysis
}

// New reads what other packages say, and chooses functions. It returns nil of a package that controllers are built on.
func New(pass *analysis.Pass) *Analysis {
	if known.Foundation(pass.Pkg.Path()) {
		return nil
	}
	a := &Analysis{pass: pass, pairs: pairs.New(pass), unread: dropped.New(false), unheard: dropped.New(true), lost: lost.New(pass),
		conflicts: conflicts.New(pass), backoff: backoff.New(pass), queues: queuing.New(pass), kept: state.Choose(pass),
		onPaths: make(map[*ast.FuncDecl]bool), alone: make(map[*ast.FuncDecl]bool)}
	state.Export(pass)
	clients := []paths.Client{a.pairs, a.unread, a.unheard}
	if a.lost != nil {
		clients = append(clients, a.lost)
		for fn, returns := range a.lost.Choose() {
			if returns {
				a.onPaths[fn] = true
			} else {
				a.alone[fn] = true
			}
		}
	}
	if a.conflicts != nil {
		clients = append(clients, a.conflicts)
		maps.Copy(a.onPaths, a.conflicts.Choose())
	}
	if a.backoff != nil {
		clients = append(clients, a.backoff)
		maps.Copy(a.onPaths, a.backoff.Choose())
	}
	a.program = paths.New(pass, clients...)
	a.pairs.Program = a.program
	if a.lost != nil {
		a.lost.Program = a.program
	}
	if a.lost != nil || about(pass) {
		maps.Copy(a.onPaths, pairs.Choose(pass))
		maps.Copy(a.onPaths, dropped.Choose(pass))
	} else {
		clear(a.onPaths)
		clear(a.alone)
	}
	return a
}

// Choose returns the functions that are to be built.
func (a *Analysis) Choose() map[*ast.FuncDecl]bool {
	chosen := make(map[*ast.FuncDecl]bool)
	if a != nil {
		maps.Copy(chosen, a.onPaths)
		maps.Copy(chosen, a.alone)
		maps.Copy(chosen, a.kept)
	}
	if a != nil && a.queues != nil {
		maps.Copy(chosen, a.queues.Choose())
	}
	return chosen
}

// Found exports the facts about the package, and returns what was found in its functions, which are those that were chosen and others.
// Pkg is nil if there are none.
func (a *Analysis) Found(pkg *ssa.Package, funcs []*ssa.Function) Result {
	if a == nil {
		return Result{}
	}
	a.program.Built(pkg, funcs)
	conflicts.Export(a.pass, funcs)
	followed := ssacode.Among(funcs, a.pass.TypesInfo, a.onPaths)
	for _, fn := range followed {
		a.program.SummaryOf(fn)
	}
	a.program.Export(followed, a.pairs.Export(followed))
	result := Result{Pairs: a.pairs.Found(followed), Dropped: append(a.unread.Found(), a.unheard.Found()...),
		State: state.Found(a.pass, a.kept, ssacode.Among(funcs, a.pass.TypesInfo, a.kept))}
	if a.lost != nil {
		for _, fn := range ssacode.Among(funcs, a.pass.TypesInfo, a.alone) {
			a.program.SummaryOf(fn)
		}
		result.Lost = *a.lost.Found()
	}
	if a.conflicts != nil {
		result.Conflicts = a.conflicts.Found()
	}
	if a.backoff != nil {
		result.Backoff = a.backoff.Found()
	}
	if a.queues != nil {
		result.Queues = a.queues.Found(pkg, funcs)
	}
	return result
}

// about reports whether a package can have to do with reconcilers: it imports something that
// controllers are made of or, in the user's own modules, errors: it may tell them apart.
func about(pass *analysis.Pass) bool {
	_, version := modules.DependencyOf(pass)
	return slices.ContainsFunc(pass.Pkg.Imports(), func(imp *types.Package) bool {
		return known.Foundation(imp.Path()) || version == "" && imp.Path() == "errors"
	})
}
