package rl2002

import (
	"fmt"
	"slices"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityError, &analysis.Analyzer{
	Name:     "RL2002",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Report(pass, judge.Identity, func(c *model.Cause) string {
		c.Note = !together(pass, c)
		return message(c)
	})
	return nil, nil
}

// together reports whether a run of the program certainly comes to both places that set a controller up: a condition that is not followed
// may choose between them.
func together(pass *analysis.Pass, c *model.Cause) bool {
	return slices.ContainsFunc(c.Others, func(s model.Site) bool {
		return syntax.Together(pass.Files, c.Pos, syntax.At(pass.Fset, s.File, s.Line, s.Column))
	})
}

func message(c *model.Cause) string {
	where := ""
	for _, s := range c.Others {
		where = " (see " + c.Near(s) + ")"
	}
	if c.Verdict == judge.Namesake {
		version, _ := c.RefusesNames()
		unless := ", and its set-up returns an error"
		if c.Value != "" {
			unless = ", unless SkipNameValidation is set"
		}
		return fmt.Sprintf("%s %s the name of another controller of the manager%s: controller-runtime %s refuses the second%s; Named gives a "+
			"controller a name of its own",
			c.Subject(), c.Verb("has", "have"), where, version, unless)
	}
	return fmt.Sprintf("%s %s set up twice for one manager%s: %s", c.Subject(), c.Verb("is", "are"), where, follows(c))
}

// follows says what becomes of the second controller of a name.
func follows(c *model.Cause) string {
	const both = "both run, and reconcile the same objects at the same time"
	version, refuses := c.RefusesNames()
	switch {
	case !refuses:
		return both
	case c.By.Line > 0:
		return "both run, since " + c.Near(c.By) + " sets SkipNameValidation, and reconcile the same objects at the same time"
	case c.Value == judge.Skipped:
		return "both run, since SkipNameValidation is set, and reconcile the same objects at the same time"
	case c.Value == judge.OpenNames:
		return "controller-runtime " + version + " refuses the second, unless SkipNameValidation is set: then both run, and reconcile the " +
			"same objects at the same time"
	}
	return "controller-runtime " + version + " refuses the second, and the program ends while it starts"
}
