package inventory

import (
	"fmt"
	"io"
	"strings"

	"github.com/rllint/rllint/internal/showing/printable"
)

// A changedRow is one change for people.
type changedRow struct{ at, name, what, before, after string }

func (c Changes) rows() (list []changedRow) {
	for _, x := range c.New {
		list = append(list, changedRow{at: x.At, name: x.Name, what: "new"})
	}
	for _, x := range c.Gone {
		list = append(list, changedRow{at: x.At, name: x.Name, what: "gone"})
	}
	for _, x := range c.Changed {
		for _, l := range x.Limits {
			list = append(list, changedRow{x.At, x.Name, Heading(l.Key), l.Before, l.After})
		}
	}
	return list
}

// Text writes the changes for people, one line each.
func (c Changes) Text(w io.Writer) error {
	var b strings.Builder
	for _, r := range c.rows() {
		if r.after != "" {
			r.what += " was " + r.before + ", is " + r.after
		} else {
			r.what, r.name = r.name, r.what
		}
		fmt.Fprintf(&b, "%s: %s: %s\n", printable.Text(r.at), printable.Text(r.name), printable.Text(r.what))
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
		for _, r := range c.rows() {
			var cells []string
			for _, text := range []string{r.name, r.what, r.before, r.after, r.at} {
				cells = append(cells, printable.Markdown(text))
			}
			fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// JSON writes the changes, indented.
func (c Changes) JSON(w io.Writer) error { return printable.JSON(w, c) }
