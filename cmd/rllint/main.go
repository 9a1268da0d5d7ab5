// Rllint reports the controllers of a Go program built on controller-runtime
// that run outside the limits that one --max-reconcile-rate promises.
//
//	rllint [flags] [packages]       report them
//	rllint inventory [packages]     list every controller with its limits
//	rllint explain RL1001           explain a rule
//	rllint help                     list all commands and flags
//
// It is also a tool for go vet:
//
//	go vet -vettool=$(which rllint) ./...
package main

import (
	"os"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/driving/vettool"
)

func main() {
	args := os.Args[1:]
	if vettool.Called(args) {
		collectGarbage(vetToolHeapGrowth)
		vettool.Main(args, analyzer.Plain())
		return
	}
	adaptHeapGrowth()
	os.Exit(run(args, os.Stdout, os.Stderr))
}
