// Package behaviour finds out what the functions of a package do on their paths, whatever main passes: it asks the questions of all clients
// of package paths in one walk, over one SSA form.
//
// # Contract
//
// A question is a package of its own: [pairs] asks which Results and errors come back together, [dropped] which Results
// nobody reads, [lost] what becomes of errors, [conflicts] which writes are tried again in vain, [backoff] which answers take a
// request out of its back-off. Adding one is a field of [Result] and three
// lines in analyse. Facts of all clients belong to the analyzer of this package.
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
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/pairs"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/queuing"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/ssacode"
)

// Analyzer computes the [Result] of a package. It reports nothing itself.
var Analyzer = report.Analysis("behaviour", "find what reconcilers do on their paths", analyse, new(paths.Summaries), new(pairs.Fact),
	new(queuing.Adds))

func init() { pairs.Flags(&Analyzer.Flags) }

// A Result has what each client found in a package.
type Result struct {
	report.Fault

	Pairs   pairs.Result
	Dropped []dropped.Result
	Lost    lost.Result
	// Conflicts are the writes that are tried again in vain.
	Conflicts []conflicts.Conflict
	// Backoff are the answers that take a request out of its back-off.
	Backoff []backoff.Answer
	Queues  queuing.Result
}

// Of returns the result of a pass of a rule that requires [Analyzer].
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func analyse(pass *analysis.Pass) *Result {
	result := &Result{}
	if known.Foundation(pass.Pkg.Path()) {
		return result
	}
	together, unread, unheard := pairs.New(pass), dropped.New(false), dropped.New(true)
	clients := []paths.Client{together, unread, unheard}
	chosen := make(map[*ast.FuncDecl]bool)
	fates, retries, queues, answers := lost.New(pass), conflicts.New(pass), queuing.New(pass), backoff.New(pass)
	if fates != nil {
		clients = append(clients, fates)
		maps.Copy(chosen, fates.Choose())
	}
	if retries != nil {
		clients = append(clients, retries)
		maps.Copy(chosen, retries.Choose())
	}
	if answers != nil {
		clients = append(clients, answers)
		maps.Copy(chosen, answers.Choose())
	}
	program := paths.New(pass, clients...)
	together.Program = program
	if fates != nil {
		fates.Program = program
	}
	if about(pass) {
		maps.Copy(chosen, pairs.Choose(pass))
	} else {
		clear(chosen)
	}
	onPaths := maps.Clone(chosen)
	if queues != nil {
		maps.Copy(chosen, queues.Choose())
	}
	var funcs []*ssa.Function
	if len(chosen) > 0 {
		funcs = program.Build(chosen)
		defer program.Done()
	}
	followed := ssacode.Among(funcs, pass.TypesInfo, onPaths)
	for _, fn := range followed {
		program.SummaryOf(fn)
	}
	program.Export(followed, together.Export(followed))
	result.Pairs, result.Dropped = together.Found(followed), append(unread.Found(), unheard.Found()...)
	if fates != nil {
		result.Lost = *fates.Found()
	}
	if retries != nil {
		result.Conflicts = retries.Found()
	}
	if answers != nil {
		result.Backoff = answers.Found()
	}
	if queues != nil {
		result.Queues = queues.Found(program.Pkg, funcs)
	}
	return result
}

// about reports whether a package can have to do with reconcilers: it imports something that
// controllers are made of or, in the user's own modules, errors: it may tell them apart.
func about(pass *analysis.Pass) bool {
	_, version := model.DependencyOf(pass)
	return slices.ContainsFunc(pass.Pkg.Imports(), func(imp *types.Package) bool {
		return known.Foundation(imp.Path()) || version == "" && imp.Path() == "errors"
	})
}
