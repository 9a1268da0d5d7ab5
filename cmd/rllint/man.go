package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// setupMan prints the manual page, which is made of what the help is made of.
func setupMan(*flag.FlagSet) action {
	return func(stdout, _ io.Writer) (int, error) {
		_, err := io.WriteString(stdout, manual())
		return clean, err
	}
}

// manual returns the page in the macros of man(7).
func manual() string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH RLLINT 1 \"\" %q \"User Commands\"\n", "rllint "+version())
	b.WriteString(".SH NAME\nrllint \\- find controllers that run outside the limits of \\-\\-max\\-reconcile\\-rate\n.SH SYNOPSIS\n")
	for i, c := range commands() {
		if i > 0 {
			b.WriteString(".br\n")
		}
		fmt.Fprintf(&b, ".B %s\n", roff(c.title()))
		if c.args != "" {
			fmt.Fprintf(&b, "%s\n", roff(c.args))
		}
	}
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", roff(synopsis))
	for _, c := range commands() {
		fmt.Fprintf(&b, ".SH %s\n%s\n", roff(strings.ToUpper(c.title())), roff(sentence(c.summary)))
		if c.details != "" {
			fmt.Fprintf(&b, ".PP\n%s\n", roff(c.details))
		}
		for _, f := range c.flagList() {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(f.form), roff(f.meaning))
		}
	}
	fmt.Fprintf(&b, ".SH EXIT STATUS\n%s\n.SH ENVIRONMENT\n", roff(sentence(exitCodes[:len(exitCodes)-1])))
	for _, e := range environment {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(e.name), roff(e.meaning))
	}
	fmt.Fprintf(&b, ".SH SEE ALSO\n.BR go (1),\n%s\n", roff("https://github.com/rllint/rllint/tree/main/docs"))
	return b.String()
}

// roff writes text so that every character stands for itself, in every locale.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
