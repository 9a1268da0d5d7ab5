package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/rllint/rllint/analyzer/golangci"
)

func main() {
	if err := commands.Execute(commands.BuildInfo{Version: "v2.15.0", GoVersion: "unknown", Commit: "?", Date: "?"}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
