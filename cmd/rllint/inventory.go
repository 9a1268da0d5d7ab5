package main

import (
	"flag"
	"fmt"
	"io"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/inventory"
	"github.com/rllint/rllint/internal/settings"
)

// setupInventory lists every controller with its limits. That some are bad is
// no failure: only the rules judge.
func setupInventory(flags *flag.FlagSet) action {
	in := registerInput(flags)
	var formatName string
	flags.StringVar(&formatName, "f", "text", "write the inventory as `format`: text or json")
	flags.StringVar(&formatName, "format", "text", "the same as -f")
	jsonOutput := flags.Bool("json", false, "the same as -f json")
	return func(stdout, stderr io.Writer) (int, error) {
		if *jsonOutput {
			formatName = "json"
		}
		write := inventory.Document.WriteText
		switch formatName {
		case "text":
		case "json":
			write = inventory.Document.WriteJSON
		default:
			return failed, fmt.Errorf("there is no inventory format %q; the formats are text and json", formatName)
		}
		if err := in.enter(); err != nil {
			return failed, err
		}
		outcome, err := in.analyze(func(settings.Rules) []*analysis.Analyzer { return nil }, stderr)
		if err != nil {
			return failed, err
		}
		if err := write(inventory.Collect(outcome.reports), stdout); err != nil {
			return failed, fmt.Errorf("cannot write the inventory: %w", err)
		}
		if outcome.showProblems(stderr, in.dir) {
			return failed, nil
		}
		return clean, nil
	}
}
