// Package rule makes a rule of an analyzer: it gives it the documentation of its
// package, and it lets it report only what is to be shown.
//
// Each rule embeds its own doc.go, whose package comment is what pkg.go.dev shows.
// What rllint explain, docs/rules and code scanning show is made from the same
// comment, so there is one text to keep right:
//
//	// Package rl1001 reports: controller without the queue limiter of the others.
//	//
//	// # RL1001: controller without the queue limiter of the others
//	//
//	// What it finds, in a paragraph or more.
//	//
//	// # Why it matters
//	// …
package rule

import (
	"fmt"
	"go/doc/comment"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/showing/printable"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// New completes an analyzer, whose name must be that of the rule. Source is the
// content of the rule's doc.go. What the analyzer reports goes through the package
// report, so the rule need not care about directives and settings.
//
// New panics if source has not the form that the package documentation describes:
// that is a mistake in the rule.
func New(source string, severity lint.Severity, a *analysis.Analyzer) *lint.Analyzer {
	title, text, err := parse(source, a.Name)
	if err != nil {
		panic(err)
	}
	a.Doc = title + "\n\n" + text
	a.URL = "https://github.com/rllint/rllint/blob/main/docs/rules/" + a.Name + ".md"
	a.Requires = append(a.Requires, report.Analyzer)
	a.Run = filtered(a.Name, level.Of(severity), a.Run)
	return &lint.Analyzer{
		Doc:      &lint.RawDocumentation{Title: title, Text: text, Severity: severity},
		Analyzer: a,
	}
}

// Noted makes d a finding of level note, whatever the level of its rule: what is true, and often the
// authors' decision. It is for the Run of a rule.
func Noted(d analysis.Diagnostic) analysis.Diagnostic {
	d.Category = level.Category("", level.Note)
	return d
}

// filtered is run with a pass that shows only what report lets through.
func filtered(rule string, of level.Level, run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		inner := *pass
		inner.Report = func(d analysis.Diagnostic) {
			_, own := level.Split(d.Category)
			d.Message = printable.Text(d.Message)
			report.Finding(pass, d, report.Rule{Name: rule, Level: of, Own: own})
		}
		return run(&inner)
	}
}

// parse takes the text of the package comment apart. It looks at lines only:
// programs that embed the rules start often, and parse no Go source for it.
func parse(source, rule string) (title, text string, err error) {
	var lines []string
	for line := range strings.Lines(source) {
		line = strings.TrimRight(line, "\r\n")
		rest, isComment := strings.CutPrefix(line, "//")
		if !isComment {
			break
		}
		lines = append(lines, strings.TrimPrefix(rest, " "))
	}
	heading := "# " + rule + ": "
	for i, line := range lines {
		if title, found := strings.CutPrefix(line, heading); found {
			// Only whole lines go: the text may begin with code, whose indent makes it code.
			text := strings.Trim(strings.Join(lines[i+1:], "\n"), "\n")
			return title, strings.TrimRight(text, " \t\n"), nil
		}
	}
	return "", "", fmt.Errorf("doc.go of %s has no heading %q in its package comment", rule, heading)
}

// Text returns the documentation of a rule for a terminal.
func Text(a *lint.Analyzer) string {
	doc := new(comment.Parser).Parse(a.Doc.Text)
	printer := &comment.Printer{TextWidth: 80}
	return fmt.Sprintf("%s: %s\n\n%s", a.Analyzer.Name, a.Doc.Title, printer.Text(doc))
}

// Summary returns the first paragraph of a rule's documentation in one line: it says what the rule finds.
// Code that stands before it is left out.
func Summary(a *lint.Analyzer) string {
	doc := new(comment.Parser).Parse(a.Doc.Text)
	i := slices.IndexFunc(doc.Content, func(b comment.Block) bool { _, ok := b.(*comment.Paragraph); return ok })
	if i < 0 {
		return ""
	}
	first := &comment.Doc{Content: doc.Content[i : i+1]}
	return strings.Join(strings.Fields(string(new(comment.Printer).Text(first))), " ")
}

// Markdown returns the documentation of a rule as a Markdown page.
func Markdown(a *lint.Analyzer) string {
	doc := new(comment.Parser).Parse(a.Doc.Text)
	printer := &comment.Printer{
		HeadingLevel: 2,
		HeadingID:    func(*comment.Heading) string { return "" },
	}
	return fmt.Sprintf("# %s: %s\n\n%s", a.Analyzer.Name, a.Doc.Title, printer.Markdown(doc))
}
