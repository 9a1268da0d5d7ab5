// Golangci-lint with the linter rllint, as the custom command of golangci-lint
// builds it from a .custom-gcl.yml.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/rllint/rllint/analyzer/golangci"
)

func main() {
	// Part of the key of golangci-lint's cache is its own version.
	info := commands.BuildInfo{Version: "custom", GoVersion: "unknown", Commit: "?", Date: "?"}
	if err := commands.Execute(info); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
