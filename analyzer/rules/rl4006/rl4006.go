package rl4006

import (
	"fmt"
	"path/filepath"

	"github.com/rllint/rllint/internal/engine/rule"
	"github.com/rllint/rllint/internal/engine/selfwake"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL4006",
	Requires: []*analysis.Analyzer{selfwake.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	for _, w := range pass.ResultOf[selfwake.Analyzer].(*selfwake.Result).Wakes {
		changed := pass.Fset.Position(w.Changed)
		at := fmt.Sprintf("%s:%d", filepath.Base(changed.Filename), changed.Line)
		how := "again, on each pass"
		if len(w.Turns) == 0 {
			how = "once more, and for ever where a pass takes a second" // times in the API have whole seconds
		}
		switch {
		case w.Removed:
			pass.Reportf(w.Pos, "this write wakes the controller %s: condition %s of the %s is removed (%s) and set anew, with a new time, and "+
				"no predicate keeps the event away", how, w.What, w.Kind, at)
		case len(w.Turns) == 2:
			pass.Reportf(w.Pos, "this write wakes the controller %s: %s of the %s is %s here and %s later (%s), and no predicate keeps the "+
				"events away", how, w.What, w.Kind, w.Turns[0], w.Turns[1], at)
		default:
			pass.Reportf(w.Pos, "this write wakes the controller %s: %s of the %s is the time (%s), and no predicate keeps the event away", how,
				w.What, w.Kind, at)
		}
	}
	return nil, nil
}
