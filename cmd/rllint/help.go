package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rllint/rllint/analyzer"
)

// helpWidth is how wide a line of the help is at most, in characters, where words allow.
const helpWidth = 80

const synopsis = "rllint reports the controllers of a Go program built on controller-runtime that run outside the limits that one " +
	"--max-reconcile-rate promises."

// exitCodes and environment are the parts of the manual that no command owns.
const exitCodes = "0 if nothing was found, 1 if there are findings, 2 if something could not be analysed; a sentence on standard error " +
	"says what. " +
	"130 if it was interrupted, and 128 and the number of the signal for others."

var environment = []struct{ name, meaning string }{
	{"NO_COLOR", "If it is not empty, rllint colours nothing without -color=always."},
	{"GOFLAGS, GOOS, GOARCH, GOWORK, …", "rllint analyses the packages that the go command builds with this environment. With GOWORK=off " +
		"it does not read programs along that are modules of their own below the module."},
	{"GOGC, GOMEMLIMIT", "How much memory rllint trades for time, as in every Go program."},
}

func setupHelp(flags *flag.FlagSet) action {
	return func(stdout, _ io.Writer) (int, error) {
		c, ok := lookup(flags.Arg(0))
		if !ok || flags.NArg() > 1 {
			return failed, fmt.Errorf("there is no command %q; the commands are %s", strings.Join(flags.Args(), " "),
				strings.Join(commandNames(), ", "))
		}
		return clean, c.writeHelp(stdout)
	}
}

// writeHelp writes what -help shows of a command. That of rllint itself lists the others.
func (c command) writeHelp(w io.Writer) error {
	var b strings.Builder
	if c.name == "" {
		b.WriteString(wrap(synopsis, ""))
		b.WriteString("\nusage:\n")
		for _, other := range commands() {
			fmt.Fprintf(&b, "  %-38s %s\n", other.usage(), other.short())
		}
		fmt.Fprintf(&b, "\nThe program is also a tool for go vet: go vet -vettool=$(which rllint) ./...\n\n")
	} else {
		fmt.Fprintf(&b, "usage: %s\n\n", c.usage())
		b.WriteString(wrap(sentence(c.summary), ""))
		b.WriteByte('\n')
	}
	if c.details != "" {
		b.WriteString(wrap(c.details, "") + "\n")
	}
	if list := c.flagList(); len(list) > 0 {
		b.WriteString("flags:\n")
		for _, f := range list {
			fmt.Fprintf(&b, "  %s\n%s", f.form, wrap(f.meaning, "        "))
		}
	}
	if c.name == "" {
		b.WriteString("\n" + wrap("exit code: "+exitCodes, ""))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// short is the summary for the list of commands.
func (c command) short() string {
	if c.name == "" {
		return "report what is outside"
	}
	return c.summary
}

// A flagText is one flag as the help and the manual show it.
type flagText struct{ form, meaning string }

// flagList describes the flags of the command, those of the rules as one.
func (c command) flagList() []flagText {
	flags, _ := c.flags()
	var list []flagText
	rules := ruleNames()
	shown := false
	flags.VisitAll(func(f *flag.Flag) {
		if isRule(f.Name) {
			if !shown {
				list = append(list, flagText{
					"-RULE, -RULE=false",
					fmt.Sprintf("run only the rules named, such as -%s; with =false, all but those. The rules are %s", rules[len(rules)-1],
						strings.Join(rules, ", ")),
				})
			}
			shown = true
			return
		}
		value, meaning := flag.UnquoteUsage(f)
		form := "-" + f.Name
		if value != "" {
			form += " " + value
		}
		if d := f.DefValue; d != "" && d != "false" {
			meaning += " (default " + d + ")"
		}
		list = append(list, flagText{form, meaning})
	})
	return list
}

func isRule(name string) bool { return slices.Contains(ruleNames(), name) }

func ruleNames() []string {
	var names []string
	for _, a := range analyzer.Analyzers {
		names = append(names, a.Analyzer.Name)
	}
	return names
}

// sentence makes a sentence of a summary.
func sentence(summary string) string {
	return strings.ToUpper(summary[:1]) + summary[1:] + "."
}

// wrap breaks a paragraph into lines that start with indent.
func wrap(text, indent string) string {
	var b strings.Builder
	line := indent
	for word := range strings.FieldsSeq(text) {
		if len(line) > len(indent) && len([]rune(line))+1+len([]rune(word)) > helpWidth {
			b.WriteString(line + "\n")
			line = indent
		}
		if len(line) > len(indent) {
			line += " "
		}
		line += word
	}
	return b.String() + line + "\n"
}
