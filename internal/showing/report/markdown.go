package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/rllint/rllint/internal/showing/printable"
)

// WriteMarkdown writes the report for job summaries and terminals: of each program the parts and the scenarios, and what changed.
func (r Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# What limits %s\n", printable.Markdown(r.Title))
	if len(r.Programs) == 0 {
		b.WriteString("\nNo controller was found.\n")
	}
	if worst := r.Verdict.Worst; worst != nil {
		fmt.Fprintf(&b, "\n%s. %s: %s %s, %s (`rllint explain %s`", r.Verdict.Count, r.Verdict.Begin, worst.Rule, link(worst.At),
			printable.Markdown(worst.Message), worst.Rule)
		if worst.URL != "" {
			fmt.Fprintf(&b, ", [online](%s)", worst.URL)
		}
		b.WriteString(").\n")
	} else {
		b.WriteString("\nNo finding.\n")
	}
	if r.Verdict.Todo != "" {
		fmt.Fprintf(&b, "\n**What to do:** %s\n", r.Verdict.Todo)
	}
	for _, p := range r.Programs {
		fmt.Fprintf(&b, "\n## %s: %s\n\n%s\n\n| part | limit | where |\n|---|---|---|\n", printable.Markdown(p.title()), count(p.Controllers),
			printable.Markdown(p.Narrowest))
		for _, part := range p.Parts {
			value := part.Value
			if part.Limits != "" {
				value += " (" + part.Limits + ")"
			}
			if part.Name == "limiter" { // the last detail is the same of each program
				value = strings.Join(append([]string{value}, part.Detail[:len(part.Detail)-1]...), "; ")
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", part.Name, printable.Markdown(value), link(part.At))
		}
		for _, line := range p.Assumed {
			fmt.Fprintf(&b, "\n%s\n", printable.Markdown(line))
		}
		for _, s := range p.Scenarios() {
			fmt.Fprintf(&b, "\n**%s.** %s\n\n| | this program | with one rate of %s a second |\n|---|---|---|\n", s.Title, s.Sentence, short(p.Rate))
			for _, row := range s.Rows {
				fmt.Fprintf(&b, "| %s | %s | %s |\n", row.Name, row.Now, row.Then)
			}
		}
		fmt.Fprintf(&b, "\nSimulated for %s objects, reconciles of %s with %s.\n",
			short(float64(p.Load.Objects)), duration(p.Load.Reconcile), plural(p.Load.Requests, "request"))
	}
	if r.Changes != nil {
		b.WriteString("\n")
		r.Changes.Markdown(&b)
	}
	if len(r.Problems) > 0 {
		b.WriteString("\nSomething could not be analysed, so controllers may be missing:\n\n")
		for _, problem := range r.Problems {
			fmt.Fprintf(&b, "* %s\n", printable.Markdown(problem))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func link(at Place) string {
	if at.Link == "" {
		return printable.Markdown(at.Text)
	}
	target := strings.NewReplacer("(", "%28", ")", "%29", " ", "%20", "<", "%3C", ">", "%3E").Replace(at.Link)
	return "[" + printable.Markdown(at.Text) + "](" + target + ")"
}
