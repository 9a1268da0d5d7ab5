package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/rllint/rllint/internal/driving/store"
)

// A cacheFlag says whether what was worked out is kept for the next run.
type cacheFlag struct {
	value string
	store *store.Store // nil if nothing is kept
}

func registerCache(flags *flag.FlagSet) *cacheFlag {
	c := &cacheFlag{value: "on"}
	flags.Var(c, "cache", "keep types and findings for the next run and use those of earlier runs, `on|off`; see rllint cache")
	return c
}

func (c *cacheFlag) String() string { return c.value }

// Set is called by the flag's parser.
func (c *cacheFlag) Set(value string) error {
	if value != "on" && value != "off" {
		return errors.New("use on or off")
	}
	c.value = value
	return nil
}

// open opens the store, if there is to be one. It says what prevents it.
func (c *cacheFlag) open(stderr io.Writer) {
	if c.value == "off" {
		return
	}
	dir, err := store.Folder()
	if err == nil {
		c.store, err = store.Open(dir)
	}
	if err != nil {
		fmt.Fprintf(stderr, "rllint: cannot keep results for the next run: %v; run with -cache=off to do without\n", err)
	}
}

// setupCache removes the store or says where it is.
func setupCache(flags *flag.FlagSet) action {
	return func(stdout, _ io.Writer) (int, error) {
		dir, err := store.Folder()
		if err != nil {
			return failed, err
		}
		switch strings.Join(flags.Args(), " ") {
		case "path":
			_, err := fmt.Fprintln(stdout, dir)
			return clean, err
		case "clean":
			if err := store.Clean(dir); err != nil {
				return failed, fmt.Errorf("cannot remove the cache: %w", err)
			}
			return clean, nil
		}
		return failed, errors.New("cache takes one argument: clean to remove what is kept for the next run, or path to print where it is")
	}
}

func cacheWords() []string { return []string{"clean", "path"} }
