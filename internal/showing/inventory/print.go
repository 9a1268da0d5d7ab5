package inventory

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/rllint/rllint/internal/showing/printable"
)

// WriteJSON writes the document, indented.
func (doc Document) WriteJSON(w io.Writer) error { return printable.JSON(w, doc) }

// WriteText writes the document for people: a paragraph a controller, then their number.
func (doc Document) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, c := range doc.Controllers {
		fmt.Fprintf(&b, "%s:%d:%d: %s\n", printable.Text(c.File), c.Line, c.Column, printable.Text(c.title()))
		table := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
		for _, l := range c.Limits {
			detail := l.description()
			if l.At != "" {
				detail = strings.TrimSpace(detail + " (" + l.At + ")")
			}
			fmt.Fprintf(table, "    %s\t%s\t%s\n", Heading(l.Key), printable.Text(l.verdict()), printable.Text(detail))
		}
		table.Flush()
		if c.Kept != nil {
			fmt.Fprintf(&b, "    keeps state of a request: %s (%s); one worker only\n", printable.Text(c.Kept.Name), printable.Text(c.Kept.At))
		}
		b.WriteByte('\n')
	}
	for _, p := range doc.Program {
		if len(p.Rates)+len(p.Limiters)+len(p.Managers) > 0 {
			p.write(&b)
		}
	}
	fmt.Fprintf(&b, "%s\n", printable.Number(len(doc.Controllers), "controller"))
	_, err := io.WriteString(w, b.String())
	return err
}

func (c Controller) title() string {
	name := c.Name
	if name == "" {
		name = c.Package
	}
	if c.For != "" {
		name += " for " + c.For
	}
	if len(c.Left) > 0 {
		left := c.Left[0]
		return name + ", not followed from " + left.Main + ", which leads to it at " + left.At
	}
	if c.Main == "" {
		return name + ", not reached from a main package"
	}
	return name + ", reached from " + c.Main
}
