package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// The exit codes.
const (
	clean  = 0 // nothing found
	found  = 1 // there are findings
	failed = 2 // something could not be analysed
)

// run carries out the command line and returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	commands := map[string]func(args []string, stdout, stderr io.Writer) (int, error){
		"inventory": runInventory,
		"explain":   runExplain,
		"settings":  runSettings,
	}
	command, rest := runLint, args
	if len(args) > 0 && commands[args[0]] != nil {
		command, rest = commands[args[0]], args[1:]
	}
	code, err := command(rest, stdout, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp): // the help is on stderr by now
		return clean
	case err != nil:
		fmt.Fprintf(stderr, "rllint: %v\n", err)
		return failed
	}
	return code
}

// newFlagSet returns a flag set that shows usage on -help and leaves errors to the caller.
func newFlagSet(name, usage string, stderr io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // one sentence for a bad flag, not the whole help
	flags.Usage = func() {
		fmt.Fprintf(stderr, "usage: %s\n\n", usage)
		flags.SetOutput(stderr)
		flags.PrintDefaults()
		flags.SetOutput(io.Discard)
	}
	return flags
}

// parse reads args. It returns flag.ErrHelp after it has shown the help.
func parse(flags *flag.FlagSet, args []string) error {
	usage := flags.Usage
	flags.Usage = func() {}
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		usage()
	} else if err != nil {
		err = fmt.Errorf("%w; see %s -help", err, flags.Name())
	}
	return err
}

// root returns the checkout if this runs in a GitHub workflow, which reads file
// names relative to it, else the current directory.
func root(dir string) string {
	workspace := os.Getenv("GITHUB_WORKSPACE")
	if workspace != "" && strings.HasPrefix(dir, strings.TrimSuffix(workspace, "/")+"/") {
		return strings.TrimSuffix(workspace, "/")
	}
	return dir
}
