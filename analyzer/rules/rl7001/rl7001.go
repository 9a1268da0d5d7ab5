package rl7001

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL7001",
	Requires: []*analysis.Analyzer{model.Analyzer, mistakes.Analyzer, syntax.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).ReportFixable(pass, judge.Updates, func(c *model.Cause) string {
		switch c.Verdict {
		case judge.Unnoticed:
			return unnoticed(pass, c)
		case judge.Shut:
			return shut(c)
		}
		return message(c)
	}, fix.In(pass).Updates)
	for _, m := range mistakes.Of(pass, mistakes.Itself) {
		other := map[string]string{"new": "ObjectOld", "old": "ObjectNew"}[m.Text]
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "this filter compares the " + m.Text +
			" object with itself, which never differs: take one of them from " + other}))
	}
	for _, m := range mistakes.Of(pass, mistakes.Uncompared) {
		kind, part, _ := strings.Cut(m.Text, " ")
		at := pass.Fset.Position(m.Expr.Pos())
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: fmt.Sprintf("no update that changes only %s of %s passes this handler, "+
			"and the package reads that (%s:%d); compare what is read, too", part, anyOf([]string{kind}), filepath.Base(at.Filename), at.Line)}))
	}
	for _, m := range mistakes.Of(pass, mistakes.AsksBoth) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "this filter asks for " + m.Text +
			" and for the same of the other object, so that no update passes which changes the answer; ask for either"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.Asserted) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "this filter lets no update of a " + strings.TrimPrefix(m.Text, "*") +
			" pass: it returns false where the assertion holds; ask for !ok"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.KindEmpty) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "the kind of " + m.Text + " is empty where the watch is for a Go type: " +
			"ask for that type instead"}))
	}
	return nil, nil
}

// A part is one of an object that a filter tells of.
type part struct {
	of     symbol.Name
	name   host.Part
	looked []string // what the filter looks at of it, such as .Replicas or ["key"]
}

// partsOf returns the parts that a filter holds changes of back.
func partsOf(c *model.Cause) (list []part) {
	for _, detail := range strings.Split(c.Detail, ",") {
		fields := strings.Fields(detail)
		dot := strings.LastIndex(fields[0], ".")
		list = append(list, part{symbol.Name(fields[0][:dot]), host.Part(fields[0][dot+1:]), fields[1:]})
	}
	return list
}

// unnoticed words that a filter holds back changes of what the reconciler reads, "" if it reads none of that.
func unnoticed(pass *analysis.Pass, c *model.Cause) string {
	c.Note = true
	var of symbol.Name // the first type of which it reads something
	var first token.Position
	var parts []string
	for _, p := range partsOf(c) {
		read, what := readBy(pass, c, p)
		if read == nil || of != "" && of != p.of {
			continue
		}
		if of == "" {
			of, first = p.of, pass.Fset.Position(read.Pos())
		}
		parts = append(parts, what)
	}
	if of == "" {
		return unfinished(pass, c)
	}
	whom := "this controller"
	if c.By == c.Made { // the filter
		whom = c.Subject()
	}
	return fmt.Sprintf("no update that changes only %s of %s reaches %s, which reads that (%s:%d): the filter holds it back; "+
		"compare what is read, too", strings.Join(parts, " or "), anyOf([]string{of.Last()}), whom, filepath.Base(first.Filename), first.Line)
}

// shut words that a filter holds back whatever comes with the change of one part.
func shut(c *model.Cause) string {
	c.Note = true
	p := partsOf(c)[0]
	slices.Sort(p.looked)
	var what string
	for _, looked := range p.looked {
		if looked != what && !strings.HasPrefix(looked, what+".") {
			return "" // which of them it is, is not known
		}
		what = looked
	}
	what = string(p.name) + what
	return fmt.Sprintf("this filter holds back each update that changes %s of %s, whatever else that changes; ask what has changed that the "+
		"controller acts on, such as metadata.generation, instead of what has not", what, anyOf([]string{p.of.Last()}))
}

// unfinished words that a filter holds back the update that a pass ends with, or that begins a deletion, "" if none does.
func unfinished(pass *analysis.Pass, c *model.Cause) string {
	for _, p := range partsOf(c) {
		for _, controller := range c.Reaches {
			find, text := mistakes.FinalizedAt, "the filter holds back the update that adds a finalizer to %s, and a pass ends with that update "+
				"(%s:%d): the rest waits until something else brings the object; go on in the same pass"
			switch p.name {
			case host.Finalizers:
			case host.Deletion:
				find, text = mistakes.EndedAt, "the filter holds back the update that begins the deletion of %s, which the reconciler waits for "+
					"(%s:%d): the object stays until something else brings it; let updates pass that set the deletion timestamp"
			default:
				continue
			}
			if at := find(pass, controller.Reconciler, p.of); at != nil {
				pos := pass.Fset.Position(at.Pos())
				return fmt.Sprintf(text, anyOf([]string{p.of.Last()}), filepath.Base(pos.Filename), pos.Line)
			}
		}
	}
	return ""
}

// readBy returns where the reconcilers of a cause read a part of objects, and what that is, nil if they do not.
func readBy(pass *analysis.Pass, c *model.Cause, p part) (at ast.Expr, what string) {
	if strings.HasSuffix(string(p.name), string(host.Spec)) && !syntax.AtOwn(pass, c.By.File, c.By.Line, c.By.Column).IsValid() {
		return nil, ""
	}
	what = map[host.Part]string{host.Status: "the status", host.Labels: "a label", host.Annotations: "an annotation",
		host.Data: "the data", host.Spec: "the spec", host.MappedSpec: "the spec"}[p.name]
	if what == "" {
		return nil, "" // what a pass ends with, see unfinished
	}
	if len(p.looked) > 0 {
		what = "another" + what[strings.Index(what, " "):]
	}
	for _, controller := range c.Reaches {
		if at := mistakes.ReadOf(pass, controller.Reconciler, p.of, string(p.name), p.looked); at != nil {
			if sel, ok := at.(*ast.SelectorExpr); ok && strings.HasSuffix(what, " spec") {
				what = "Spec." + sel.Sel.Name
			}
			return at, what
		}
	}
	return nil, ""
}

func message(c *model.Cause) string {
	c.Note = c.Verdict != judge.Unheard && c.Verdict != judge.Undeleted && c.Verdict != judge.Mistyped
	kinds := strings.Split(c.Detail, ",")
	whom, which := "the controller", "this kind"
	if len(c.Reaches) > 0 {
		whom = c.Subject()
	}
	if len(kinds) > 1 {
		which = "these kinds"
	}
	if c.Verdict == judge.Unlabeled {
		return fmt.Sprintf("of the updates of %s only those of its metadata reach %s: the filter holds back those of its data; "+
			"use predicate.ResourceVersionChangedPredicate if the data counts", anyOf(kinds), whom)
	}
	if c.Verdict == judge.Mistyped {
		return fmt.Sprintf("no update of %s reaches %s: the filter is for objects of another type, and lets none of this one pass; "+
			"give the watch a filter of its own", anyOf(kinds), whom)
	}
	switch c.Verdict {
	case judge.Missed:
		return fmt.Sprintf("no deletion of %s that the watch missed reaches %s: this filter holds back what has DeleteStateUnknown; "+
			"let each deletion pass, since it is told once", anyOf(kinds), whom)
	case judge.Together:
		return fmt.Sprintf("no update that changes one part of %s reaches %s: each of the filters waits for a change of another one, and all of "+
			"them have to let it pass; use predicate.Or", anyOf(kinds), whom)
	}
	update, others := anyOf(kinds), ""
	if c.Verdict == judge.Undeleted {
		update, others = update+" before its deletion", "delete it or "
	}
	return fmt.Sprintf("no update of %s reaches %s: the filter lets only those pass that %schange metadata.generation, "+
		"which the API server does not count for %s; use predicate.ResourceVersionChangedPredicate, or compare what the controller reads",
		update, whom, others, which)
}

// anyOf names an object of one of several kinds.
func anyOf(kinds []string) string {
	article := "a "
	if strings.ContainsAny(kinds[0][:1], "AEIOU") {
		article = "an "
	}
	last := len(kinds) - 1
	if last == 0 {
		return article + kinds[0]
	}
	return article + strings.Join(kinds[:last], ", ") + " or " + kinds[last]
}
