package rl4008

import (
	"go/ast"

	"github.com/rllint/rllint/internal/engine/lost"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL4008",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

const message = "Get's NotFound error is returned after the object was deleted, so the request is retried for nothing; return "

const again = "the request of a deleted object comes back for ever: IgnoreNotFound drops the error, and the Result beside it asks for " +
	"another try; return an empty Result"

const asked = "the request of a deleted object comes back for ever: this branch is for an object that is not found, and its Result asks " +
	"for another try; return an empty Result"

func run(pass *analysis.Pass) (any, error) {
	result := model.Of(pass).Behaviour.Lost
	for _, gone := range result.Gones {
		if gone.Again != nil {
			text := again
			if gone.Asked {
				text = asked
			}
			pass.Report(analysis.Diagnostic{Pos: gone.Pos, Message: text, SuggestedFixes: ending(gone.Again)})
			continue
		}
		instead := "client.IgnoreNotFound(err)"
		if gone.Asked {
			instead = "nil" // this branch has no other errors
		}
		d := analysis.Diagnostic{Pos: gone.Pos, Message: message + instead, SuggestedFixes: ignoring(gone)}
		if result.Unheard {
			d = rule.Noted(d) // such a request finds its object gone only by chance
		}
		pass.Report(d)
	}
	return nil, nil
}

// ignoring returns the fix that leaves out the error of an object that is gone, where the branch has no other or the file has the
// package for it.
func ignoring(gone lost.Gone) []analysis.SuggestedFix {
	fix := analysis.SuggestedFix{Message: "Leave out the error of an object that is gone"}
	switch {
	case gone.Error == nil:
		return nil
	case gone.Asked:
		fix.TextEdits = []analysis.TextEdit{{Pos: gone.Error.Pos(), End: gone.Error.End(), NewText: []byte("nil")}}
	case gone.Client == "":
		return nil
	default:
		fix.TextEdits = []analysis.TextEdit{
			{Pos: gone.Error.Pos(), End: gone.Error.Pos(), NewText: []byte(gone.Client + ".IgnoreNotFound(")},
			{Pos: gone.Error.End(), End: gone.Error.End(), NewText: []byte(")")},
		}
	}
	return []analysis.SuggestedFix{fix}
}

// ending returns the fix that empties a Result: beside an error it would not count, and without one the object is gone.
func ending(result *ast.CompositeLit) []analysis.SuggestedFix {
	return []analysis.SuggestedFix{{
		Message:   "Let the request of an object that is gone end",
		TextEdits: []analysis.TextEdit{{Pos: result.Lbrace + 1, End: result.Rbrace}},
	}}
}
