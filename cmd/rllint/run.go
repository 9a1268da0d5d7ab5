package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
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
	name, rest := "", args
	if len(args) > 0 && args[0] != "" {
		if _, ok := lookup(args[0]); ok {
			name, rest = args[0], args[1:]
		}
	}
	c, _ := lookup(name)
	code, err := c.run(rest, stdout, stderr)
	if err != nil {
		fmt.Fprintf(stderr, "rllint: %v\n", err)
		if stopped, ok := errors.AsType[interruption](err); ok {
			return stopped.code()
		}
		return failed
	}
	return code
}

// run parses the arguments that follow the command's name and carries it out.
func (c command) run(args []string, stdout, stderr io.Writer) (int, error) {
	flags, act := c.flags()
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return clean, c.writeHelp(stdout)
	case err != nil:
		return failed, fmt.Errorf("%w; see %s -help", knownFlag(flags, err), c.title())
	}
	if named, ok := lookup(flags.Arg(0)); ok && c.name == "" && flags.NArg() > 0 { // its flags may stand before it
		return named.run(slices.Concat(args[:len(args)-flags.NArg()], flags.Args()[1:]), stdout, stderr)
	}
	if err := misplaced(c, flags.Args()); err != nil {
		return failed, err
	}
	if err := swallowed(flags); err != nil {
		return failed, err
	}
	switch {
	case flags.NArg() == 0:
	case c.name == "":
		if err := misspelt(flags.Arg(0)); err != nil {
			return failed, err
		}
	case c.args == "" || c.args == "[flags]":
		return failed, fmt.Errorf("%s takes no arguments: leave out %q", c.title(), flags.Arg(0))
	}
	return act(stdout, stderr)
}

// misplaced returns an error for arguments in an order that other programs accept: what
// follows the first argument that is no flag is no flag either.
func misplaced(c command, args []string) error {
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") && len(arg) > 1 {
			return fmt.Errorf("the flag %s comes after %s: write flags first, as in %s", arg, args[0], strings.Replace(c.usage(), "[flags]", arg, 1))
		}
	}
	return nil
}

// swallowed returns an error for a flag without its value, which took the packages that follow for it.
func swallowed(flags *flag.FlagSet) error {
	var err error
	flags.Visit(func(f *flag.Flag) {
		kind, _ := flag.UnquoteUsage(f)
		if value := f.Value.String(); (kind == "file" || kind == "directory") && strings.HasPrefix(value, ".") &&
			strings.HasSuffix(value, "...") {
			err = fmt.Errorf("-%s takes a %s, and %s are packages: write -%s=… before them", f.Name, kind, value, f.Name)
		}
	})
	return err
}
