package format

import (
	"fmt"
	"io"
	"strings"
)

// Text writes one line a finding, as compilers do:
//
//	file:line:col: message (RL1001)
func Text(w io.Writer, run Run) error {
	var b strings.Builder
	for _, f := range run.Findings {
		p := f.Position
		fmt.Fprintf(&b, "%s:%d:%d: %s (%s)\n", relative(run.Dir, p.Filename), p.Line, p.Column, f.Message, f.Rule)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
