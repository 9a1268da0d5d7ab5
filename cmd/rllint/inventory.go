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
		if against != "" {
			write, err = nil, changesFormat(format)
		}
		if err != nil {
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
		if format == "json" || write == nil {
			names = "" // what is read and compared elsewhere names files relative to their module
		}
		doc := inventory.Collect(outcome.reports, names)
		if write == nil {
			err = writeChanges(doc, compare, format, stdout)
		} else {
			err = write(doc, stdout)
		}
		if err != nil {
			return failed, fmt.Errorf("cannot write the inventory: %w", err)
		}
		incomplete := outcome.showProblems(stderr, in.dir)
		io.WriteString(stderr, in.otherModules())
		outcome.judged(doc).write(stderr, "")
		if incomplete {
			return failed, nil
		}
		return clean, nil
	}
}

// inventoryFormat returns what writes the inventory in a format.
func inventoryFormat(name string, stdout io.Writer) (func(inventory.Document, io.Writer) error, error) {
	table := func(doc inventory.Document, w io.Writer) error {
		style := inventory.Style{Width: terminal.Width(stdout), Color: terminal.Is(stdout) && terminal.Color()}
		return doc.WriteTable(w, style)
	}
	switch name {
	case "":
		if terminal.Is(stdout) {
			return table, nil
		}
		return inventory.Document.WriteText, nil
	case "table":
		return table, nil
	case "text":
		return inventory.Document.WriteText, nil
	case "json":
		return inventory.Document.WriteJSON, nil
	case "csv":
		return inventory.Document.WriteCSV, nil
	case "md":
		return inventory.Document.WriteMarkdown, nil
	}
	return nil, fmt.Errorf("there is no inventory format %q; the formats are table, text, json, csv and md", name)
}

// changesFormat returns an error for a format that changes are not written in.
func changesFormat(name string) error {
	switch name {
	case "", "text", "md", "json":
		return nil
	}
	return errors.New("-against writes text, md or json, not " + name)
}

func writeChanges(doc inventory.Document, compare func(inventory.Document) (*inventory.Changes, error), format string,
	stdout io.Writer) error {
	changes, err := compare(doc)
	if err != nil {
		return err
	}
	switch format {
	case "md":
		return changes.Markdown(stdout)
	case "json":
		return changes.JSON(stdout)
	}
	return changes.Text(stdout)
}
