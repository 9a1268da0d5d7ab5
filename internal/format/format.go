// Package format writes findings in the forms that people and programs read.
package format

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"honnef.co/go/tools/analysis/lint"

	"github.com/rllint/rllint/internal/findings"
)

// A Run is what a format shows.
type Run struct {
	Dir      string // absolute; file names below it are shown relative to it
	Version  string // of rllint
	Rules    []*lint.Analyzer
	Findings []findings.Finding
}

// A Format writes a run.
type Format func(w io.Writer, run Run) error

// formats lists the formats by name.
var formats = map[string]Format{
	"text": Text,
	"json": JSON,
}

// Names lists the formats.
func Names() []string {
	var names []string
	for name := range formats {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Lookup returns the format of that name.
func Lookup(name string) (Format, error) {
	if f := formats[name]; f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("there is no format %q; the formats are %s", name, strings.Join(Names(), ", "))
}

// relative shortens a file name below run.Dir.
func (run Run) relative(name string) string {
	if rel, ok := strings.CutPrefix(name, run.Dir+string(filepath.Separator)); ok {
		return rel
	}
	return name
}
