package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/settings"
	"github.com/rllint/rllint/internal/showing/inventory"
	"github.com/rllint/rllint/internal/showing/terminal"
)

// setupInventory lists every controller with its limits. That some are bad is
// no failure: only the rules judge.
func setupInventory(flags *flag.FlagSet) action {
	in := registerInput(flags)
	var format, against string
	registerFormat(flags, &format, "", "write the inventory as `format`: table, text, json, csv or md; by default a table on a terminal, "+
		"else text")
	flags.StringVar(&against, "against", "", "show what is different from another `inventory`: a file that -format=json wrote, or a git "+
		"revision; as text, md or json")
	return func(stdout, stderr io.Writer) (int, error) {
		write, err := inventoryFormat(format, stdout)
		writeChanges := changesFormats[format]
		switch {
		case against != "" && writeChanges == nil:
			return failed, errors.New("-against writes text, md or json, not " + format)
		case against == "" && err != nil:
			return failed, err
		}
		if err := in.enter(); err != nil {
			return failed, err
		}
		compare, err := in.comparison(against, stderr)
		if err != nil {
			return failed, err
		}
		outcome, err := in.analyze(func(settings.Rules) []*analysis.Analyzer { return nil }, stderr)
		if err != nil {
			return failed, err
		}
		names := in.dir
		if format == "json" || against != "" {
			names = "" // what is read and compared elsewhere names files relative to their module
		}
		doc := inventory.Collect(outcome.reports, names)
		var changes *inventory.Changes
		if against == "" {
			err = write(doc, stdout)
		} else if changes, err = compare(doc); err == nil {
			err = writeChanges(*changes, stdout)
		}
		if err != nil {
			return failed, fmt.Errorf("cannot write the inventory: %w", err)
		}
		return in.conclude(outcome, doc, stderr), nil
	}
}

// conclude says what was looked at, and returns the exit code of a command that judges nothing.
func (in *input) conclude(o *outcome, doc inventory.Document, stderr io.Writer) int {
	incomplete := o.showProblems(stderr, in.dir)
	io.WriteString(stderr, in.otherModules())
	o.judged(doc).write(stderr, "")
	if incomplete {
		return failed
	}
	return clean
}

// inventoryFormat returns what writes the inventory in a format.
func inventoryFormat(name string, stdout io.Writer) (func(inventory.Document, io.Writer) error, error) {
	if name == "" {
		name = "text"
		if terminal.Is(stdout) {
			name = "table"
		}
	}
	write := map[string]func(inventory.Document, io.Writer) error{
		"table": func(doc inventory.Document, w io.Writer) error {
			style := inventory.Style{Width: terminal.Width(stdout), Color: terminal.Is(stdout) && terminal.Color()}
			return doc.WriteTable(w, style)
		},
		"text": inventory.Document.WriteText,
		"json": inventory.Document.WriteJSON,
		"csv":  inventory.Document.WriteCSV,
		"md":   inventory.Document.WriteMarkdown,
	}[name]
	if write == nil {
		return nil, fmt.Errorf("there is no inventory format %q; the formats are table, text, json, csv and md", name)
	}
	return write, nil
}

// changesFormats are those in which changes are written.
var changesFormats = map[string]func(inventory.Changes, io.Writer) error{
	"": inventory.Changes.Text, "text": inventory.Changes.Text, "md": inventory.Changes.Markdown, "json": inventory.Changes.JSON,
}
