// Lintcmd is a program of one's own, in the style of staticcheck, that runs the rules
// of rllint; other analyzers can be added beside them.
package main

import (
	"os"

	"honnef.co/go/tools/lintcmd"

	"github.com/rllint/rllint/analyzer"
)

func main() {
	cmd := lintcmd.NewCommand("lint")
	cmd.AddAnalyzers(analyzer.Analyzers...)
	cmd.ParseFlags(os.Args[1:])
	cmd.Run()
}
