package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/showing/format"
	"github.com/rllint/rllint/internal/showing/terminal"
)

// An output says where findings are written and in which form.
type output struct {
	format string
	sarif  string // file, "" for none
	color  string
	all    bool
	notes  bool // show notes as text
}

func registerOutput(flags *flag.FlagSet) *output {
	o := new(output)
	registerFormat(flags, &o.format, "text", "write findings as `format`: "+strings.Join(format.Names(), ", "))
	flags.StringVar(&o.sarif, "sarif", "", "write the findings to `file` as SARIF too")
	flags.StringVar(&o.color, "color", "auto", "colour the text and show source lines, `when`: auto (on a terminal), always or never")
	flags.BoolVar(&o.all, "all", false, "show every finding in the text, also notes, instead of one block for those with the same reason; "+
		"naming rules does the same")
	return o
}

// registerFormat adds the flags for the format of what a command writes: they are the same in all commands.
func registerFormat(flags *flag.FlagSet, to *string, byDefault, usage string) {
	flags.StringVar(to, "f", byDefault, usage)
	flags.StringVar(to, "format", byDefault, "the same as -f")
	flags.BoolFunc("json", "the same as -f json", func(value string) error {
		on, err := strconv.ParseBool(value)
		if on {
			*to = "json"
		}
		return err
	})
}

// prepare checks the flags and returns what writes the result of a run. A file is
// written as a whole, or not at all.
func (o *output) prepare(stdout io.Writer) (func(format.Run) error, error) {
	write, err := format.Lookup(o.format)
	if err != nil {
		return nil, err
	}
	style, err := o.style(stdout)
	if err != nil {
		return nil, err
	}
	style.All, style.Notes = o.all, o.notes
	return func(run format.Run) error {
		run.Style = style
		if o.sarif != "" {
			var data bytes.Buffer
			if err := format.SARIF(&data, run); err != nil {
				return err
			}
			if err := os.WriteFile(o.sarif, data.Bytes(), 0o666); err != nil {
				return err
			}
		}
		return write(stdout, run)
	}, nil
}

// hidesNotes reports whether notes are written nowhere.
func (o *output) hidesNotes() bool { return o.format == "text" && !o.all && !o.notes }

// wantsSARIF reports whether anything is written as SARIF.
func (o *output) wantsSARIF() bool { return o.format == "sarif" || o.sarif != "" }

// style says how text looks on stdout.
func (o *output) style(stdout io.Writer) (format.Style, error) {
	switch o.color {
	case "auto":
		onTerminal := terminal.Is(stdout)
		return format.Style{Source: onTerminal, Color: onTerminal && terminal.Color()}, nil
	case "always":
		return format.Style{Source: true, Color: true}, nil
	case "never":
		return format.Style{Source: terminal.Is(stdout)}, nil
	}
	return format.Style{}, fmt.Errorf("-color must be auto, always or never, not %q", o.color)
}
