// Package format writes findings in the forms that people and programs read.
package format

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"honnef.co/go/tools/analysis/lint"

	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/showing/checkout"
	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/printable"
)

// A Run is what a format shows.
type Run struct {
	Dir      string           // absolute; people read file names relative to it
	Root     string           // absolute; services for code reviews read file names relative to it
	Version  string           // of rllint
	Source   checkout.Version // of the analysed code; zero where not known
	Rules    []*lint.Analyzer
	Findings []findings.Finding
	Problems []load.Problem // what could not be analysed
	Style    Style          // of the text
}

// A Format writes a run.
type Format func(w io.Writer, run Run) error

// formats lists the formats by name.
var formats = map[string]Format{
	"text":   Text,
	"json":   JSON,
	"sarif":  SARIF,
	"github": GitHub,
}

// Names lists the formats.
func Names() []string { return slices.Sorted(maps.Keys(formats)) }

// Lookup returns the format of that name.
func Lookup(name string) (Format, error) {
	if f := formats[name]; f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("there is no format %q; the formats are %s", name, strings.Join(Names(), ", "))
}

// file names a file for people.
func (run Run) file(name string) string { return printable.Text(printable.File(name, run.Dir)) }
