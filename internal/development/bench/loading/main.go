// Loading does what rllint does before it analyses anything: it lists the packages, reads what dependencies declare, and
// type-checks the named packages, with nothing kept from earlier runs. What the analysis costs is what rllint takes beside it.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "loading:", err)
		os.Exit(1)
	}
}

// run loads the packages that match patterns in the current directory.
func run(patterns []string) error {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	cfg := load.Config{Matters: func(path string, imports []string) bool {
		return known.Matters(path, imports, func(string) bool { return false })
	}}
	prog, err := load.Load(context.Background(), cfg, patterns...)
	if err != nil {
		return err
	}
	driver.Run(context.Background(), prog, nil, driver.Options{})
	fmt.Printf("%d packages, %d of them main packages that can set up controllers\n", len(prog.Packages), prog.Mains(model.SetsUp))
	return nil
}
