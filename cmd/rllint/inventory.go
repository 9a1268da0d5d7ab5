package main

import (
	"fmt"
	"io"

	"github.com/rllint/rllint/internal/inventory"
)

// runInventory lists every controller with its limits. That some are bad is
// no failure: only the rules judge.
func runInventory(args []string, stdout, stderr io.Writer) (int, error) {
	flags := newFlagSet("rllint inventory", "rllint inventory [flags] [packages]", stderr)
	in := registerInput(flags)
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
	if _, err := in.readSettings(); err != nil {
		return failed, err
	}
	outcome, err := in.analyze(nil, stderr)
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
