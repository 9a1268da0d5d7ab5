package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/settings"
	"github.com/rllint/rllint/internal/showing/checkout"
	"github.com/rllint/rllint/internal/showing/inventory"
	"github.com/rllint/rllint/internal/showing/report"
)

// A reporting is the command report with its flags.
type reporting struct {
	in      *input
	output  string
	format  string
	against string
	link    string
}

// setupReport shows what limits a program, and what would happen to it.
func setupReport(flags *flag.FlagSet) action {
	r := &reporting{in: registerInput(flags, settings.Told...)}
	flags.StringVar(&r.output, "o", "", "write to `file`; by default a page goes to report.html, everything else to standard output")
	registerFormat(flags, &r.format, "html", "write the report as `format`: html, md or json")
	flags.StringVar(&r.against, "against", "", "compare with an `inventory`: a file that rllint inventory -format=json wrote, or a git "+
		"revision")
	flags.StringVar(&r.link, "link", "", "`pattern` of links to the source, with {path} or {file}, and {line}, such as "+
		"vscode://file{file}:{line}; by default that of the repository's host")
	return r.run
}

var reportFormats = map[string]func(report.Report, io.Writer) error{
	"html": report.Report.WriteHTML,
	"md":   report.Report.WriteMarkdown,
	"json": report.Report.WriteJSON,
}

func (r *reporting) run(stdout, stderr io.Writer) (int, error) {
	write := reportFormats[r.format]
	if write == nil {
		return failed, fmt.Errorf("there is no report format %q; the formats are html, md and json", r.format)
	}
	if err := report.CheckPattern(r.link); err != nil {
		return failed, err
	}
	if err := r.in.enter(); err != nil {
		return failed, err
	}
	changes, err := r.in.comparison(r.against, stderr)
	if err != nil {
		return failed, err
	}
	o, err := r.in.analyze(func(of settings.Rules) []*analysis.Analyzer {
		return newRuleFlags(flag.NewFlagSet("", flag.ContinueOnError)).enabled(of)
	}, stderr)
	if err != nil {
		return failed, err
	}
	if !slices.ContainsFunc(o.reports, func(p driver.Report) bool { return p.Package.Named }) {
		if o.showProblems(stderr, r.in.dir) {
			fmt.Fprintln(stderr, "rllint: nothing was analysed, so no report was written")
			return failed, nil
		}
	}
	doc := inventory.Collect(o.reports, "")
	made := report.Input{Title: r.title(o), Version: version(), Commit: checkout.CommitOf(context.Background(), r.in.dir), Inventory: doc,
		Findings: o.findings, Fixes: len(planned(withoutNotes(o.findings), o, false, time.Time{}).Made),
		RuleTitles: make(map[string]string), Links: r.links()}
	for _, a := range analyzer.Analyzers {
		made.RuleTitles[a.Analyzer.Name] = a.Doc.Title
	}
	for _, p := range o.problems() {
		made.Problems = append(made.Problems, oneLine(strings.ReplaceAll(p.String(), r.in.dir+string(filepath.Separator), "")))
	}
	if made.Changes, err = changes(doc); err != nil {
		return failed, err
	}
	var b bytes.Buffer
	shown := report.Make(made)
	if r.format == "html" && len(shown.Programs)+len(shown.Findings)+len(shown.Problems) == 0 && shown.Changes == nil {
		fmt.Fprintln(stderr, "rllint: there is no controller to show and no finding, so no page was written")
	} else if err := write(shown, &b); err != nil {
		return failed, err
	} else if err := r.write(b.Bytes(), stdout, stderr); err != nil {
		return failed, err
	}
	return r.in.conclude(o, doc, stderr), nil
}

// write writes the report to its file or to standard output.
func (r *reporting) write(data []byte, stdout, stderr io.Writer) error {
	name := r.output
	if name == "" && r.format == "html" {
		name = "report.html"
	}
	if name == "" || name == "-" {
		_, err := stdout.Write(data)
		return err
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		return fmt.Errorf("cannot write the report: %w", err)
	}
	fmt.Fprintf(stderr, "rllint: wrote %s\n", name)
	return nil
}

// title is the path of the module that is analysed, or the name of the folder if there are several.
func (r *reporting) title(o *outcome) string {
	var paths []string
	for _, p := range o.reports {
		if m := p.Package.Module; m != nil && m.Main && p.Package.Named && !slices.Contains(paths, m.Path) {
			paths = append(paths, m.Path)
		}
	}
	if len(paths) == 1 {
		return paths[0]
	}
	return filepath.Base(r.in.dir)
}

// links leads to the pattern of -link, or to the repository's host.
func (r *reporting) links() report.Links {
	root := moduleRoot(r.in.dir)
	links := report.Links{Root: root, Pattern: r.link}
	if r.link == "" {
		repository := checkout.Root(root)
		if path, inside := checkout.Relative(repository, root); inside {
			if v, known := checkout.VersionOf(context.Background(), repository); known {
				links.Pattern = report.PatternOf(v, strings.TrimPrefix(path, "."))
			}
		}
	}
	return links
}

// oneLine joins the lines of a compiler's message, whose ends a problem shows as such.
func oneLine(message string) string {
	return strings.NewReplacer(`\n\t`, " ", `\n`, " ").Replace(message)
}
