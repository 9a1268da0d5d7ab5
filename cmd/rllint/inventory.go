package main

import (
	"fmt"
	"io"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer/controllers"
	"github.com/rllint/rllint/internal/inventory"
)

// runInventory lists every controller with its limits. That some are bad is
// no failure: only the rules judge.
func runInventory(args []string, stdout, stderr io.Writer) (int, error) {
	flags := newFlagSet("rllint inventory", "rllint inventory [flags] [packages]", stderr)
	var loading loadFlags
	loading.register(flags)
	formatName := flags.String("format", "text", "write the inventory as `format`: text or json")
	if err := parse(flags, args); err != nil {
		return failed, err
	}
	write := inventory.Document.WriteText
	switch *formatName {
	case "text":
	case "json":
		write = inventory.Document.WriteJSON
	default:
		return failed, fmt.Errorf("there is no inventory format %q; the formats are text and json", *formatName)
	}
	dir, err := workingDirectory()
	if err != nil {
		return failed, err
	}
	outcome, err := analyze(loading, []*analysis.Analyzer{controllers.Analyzer}, flags.Args(), stderr)
	if err != nil {
		return failed, err
	}
	if err := write(inventory.Collect(outcome.reports), stdout); err != nil {
		return failed, fmt.Errorf("cannot write the inventory: %w", err)
	}
	if outcome.showProblems(stderr, dir) {
		return failed, nil
	}
	return clean, nil
}
