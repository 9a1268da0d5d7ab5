package model

import (
	"cmp"
	"go/token"
	"strconv"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// Report reports each place in the package that decides attribute a of some controller,
// with the message given, and points from there at the controllers, as far as they are
// in source that pass knows. A cause without a message is no finding.
func (r *Result) Report(pass *analysis.Pass, a *judge.Attribute, message func(*Cause) string) {
	r.ReportFixable(pass, a, message, func(*Cause) []analysis.SuggestedFix { return nil })
}

// ReportFixable is Report for a rule that knows how findings may be fixed, and sets their conditions. A fix that
// has some is reported if they are known to hold, or if the driver is to look at them.
func (r *Result) ReportFixable(pass *analysis.Pass, a *judge.Attribute, message func(*Cause) string,
	fixes func(*Cause) []analysis.SuggestedFix) {
	for i := range r.causes[a] {
		c := &r.causes[a][i]
		c.file = pass.Fset.Position(c.Pos).Filename
		said := message(c)
		if said == "" {
			continue
		}
		d := analysis.Diagnostic{Pos: c.Pos, End: c.End, Message: said + c.elsewhere(c.file), SuggestedFixes: fixes(c)}
		switch {
		case c.Note:
			d.Category = level.Category("", level.Note)
		case c.Verdict == judge.NoBackOff: // an object that never fails needs none
			d.Category = level.Category("", level.Warning)
		case c.Asks == judge.NoLimiter: // it panics
			d.Category = level.Category("", level.Error)
		}
		for _, reached := range c.Reaches {
			c.Conditions.Sites = append(c.Conditions.Sites, reached.Site)
		}
		if !conditional && len(d.SuggestedFixes) > 0 { // other packages may know more, and are not asked
			d.SuggestedFixes, _ = Made(d.SuggestedFixes, &c.Conditions, []*Result{r})
		}
		if withRelated {
			d.Related = c.related(pass.Fset)
		}
		pass.Report(d)
	}
}

// CauseAt returns the cause of a finding that a rule reported at pos, nil for a finding that
// is not about controllers.
func (r *Result) CauseAt(rule string, pos token.Pos) *Cause {
	for attribute, causes := range r.causes {
		if attribute.Rule != rule {
			continue
		}
		for i := range causes {
			if causes[i].Pos == pos {
				return &causes[i]
			}
		}
	}
	return nil
}

// related returns the other places of the cause, and the controllers that it reaches on other lines than its own.
func (c *Cause) related(fset *token.FileSet) []analysis.RelatedInformation {
	own := fset.Position(c.Pos)
	var list []analysis.RelatedInformation
	add := func(s Site, message string) {
		if pos := siteIn(fset, s); pos.IsValid() {
			list = append(list, analysis.RelatedInformation{Pos: pos, Message: message})
		}
	}
	told := make(map[Site]bool)
	for _, s := range c.Others {
		if !told[s] {
			told[s] = true
			add(s, "another one is created here")
		}
	}
	for _, r := range c.Reaches {
		if !told[r.Site] && (r.Site.File != own.Filename || r.Site.Line != own.Line) {
			told[r.Site] = true
			add(r.Site, cmp.Or(r.Title(), "a controller")+" is created here")
		}
	}
	for _, q := range c.Queues {
		add(q.Site, q.share())
	}
	return list
}

// share says that the workers of a queue have part in a cause.
func (q QueueSite) share() string {
	if _, err := strconv.Atoi(q.Workers); err == nil {
		return "the " + q.Workers + " workers of this queue share such a client"
	}
	return "the workers of this queue, as many as " + q.Workers + " says, share such a client"
}

func siteIn(fset *token.FileSet, s Site) token.Pos { return syntax.At(fset, s.File, s.Line, s.Column) }

// sourcePos returns where a site is in the file set, in whatever package. Go vet reads imports from export data, which has
// the lines of declarations only: a file with as many lines is added for a site after them, so that findings stand at the
// same place in every driver. Sites in dependencies are in none.
func sourcePos(fset *token.FileSet, site Site) token.Pos {
	if at := siteIn(fset, site); at.IsValid() || dependencyOf(site) != "" || site.Line < 1 {
		return at
	}
	lines := make([]int, site.Line) // of a byte each, except for the last
	for i := range lines {
		lines[i] = i
	}
	file := fset.AddFile(site.File, -1, site.Line+max(site.Column, 1))
	file.SetLines(lines)
	return file.LineStart(site.Line) + token.Pos(max(site.Column, 1)-1)
}
