package inventory

import (
	"fmt"
	"io"
	"strings"

	"github.com/rllint/rllint/internal/showing/printable"
)

// Text writes the changes for people, one line each.
func (c Changes) Text(w io.Writer) error {
	var b strings.Builder
	for _, x := range c.New {
		fmt.Fprintf(&b, "%s: new: %s\n", printable.Text(x.At), printable.Text(x.Name))
	}
	for _, x := range c.Gone {
		fmt.Fprintf(&b, "%s: gone: %s\n", printable.Text(x.At), printable.Text(x.Name))
	}
	for _, x := range c.Changed {
		for _, l := range x.Limits {
			fmt.Fprintf(&b, "%s: %s: %s was %s, is %s\n", printable.Text(x.At), printable.Text(x.Name), heading(l.Key), printable.Text(l.Before),
				printable.Text(l.After))
		}
	}
	for _, u := range c.Updates {
		fmt.Fprintln(&b, printable.Text(u.Text()))
	}
	fmt.Fprintln(&b, c.count())
	_, err := io.WriteString(w, b.String())
	return err
}

// count says in one sentence how much is different.
func (c Changes) count() string {
	if c.Empty() {
		return "No controller is new, gone or limited differently than in " + printable.Text(c.Against) + "."
	}
	return fmt.Sprintf("Against %s: %d new, %d gone, %d limited differently.", printable.Text(c.Against), len(c.New), len(c.Gone),
		len(c.Changed))
}

// Markdown writes the changes as a table.
func (c Changes) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## What this change does to the limits\n\n%s\n", printable.Markdown(c.count()))
	for _, u := range c.Updates {
		fmt.Fprintf(&b, "\n%s\n", printable.Markdown(u.Text()))
	}
	if !c.Empty() {
		b.WriteString("\n| controller | | before | now | where |\n|---|---|---|---|---|\n")
		row := func(cells ...string) {
			for i := range cells {
				cells[i] = printable.Markdown(cells[i])
			}
			fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
		}
		for _, x := range c.New {
			row(x.Name, "new", "", "", x.At)
		}
		for _, x := range c.Gone {
			row(x.Name, "gone", "", "", x.At)
		}
		for _, x := range c.Changed {
			for _, l := range x.Limits {
				row(x.Name, heading(l.Key), l.Before, l.After, x.At)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// JSON writes the changes, indented.
func (c Changes) JSON(w io.Writer) error { return printable.JSON(w, c) }
