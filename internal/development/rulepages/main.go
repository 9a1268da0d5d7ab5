// Rulepages writes docs/rules: a page a rule, made from the rule's own
// documentation, and an index. Run it with go generate ./analyzer.
package main

import (
	"cmp"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/engine/rule"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: rulepages FOLDER")
	}
	survey, err := os.ReadFile(filepath.Join(os.Args[1], "..", "survey.md"))
	if err != nil {
		log.Fatal(err)
	}
	for name, content := range pages(seenIn(string(survey))) {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), []byte(content), 0o666); err != nil {
			log.Fatal(err)
		}
	}
}

const generated = "<!-- Made by go generate ./analyzer from the rule's doc.go. -->\n\n"

// published is where the rules' documentation, which is read in other places too, links to.
const published = "https://github.com/rllint/rllint/blob/main/docs/"

const intro = `# The rules

Every rule runs unless you switch it off, by name or as a set. The set ` + "`limits`" + ` has the rules whose names begin with RL1:
they are for programs that promise one rate for all their controllers. The set ` + "`operator`" + ` has the others:
` + "`rllint -rules=operator`" + `, or ` + "`rules: operator`" + ` in [the settings](../settings.md).

A level says how much a finding matters. An *error* will misbehave, a *warning* does not do what its authors mean, a *note* is
worth knowing. Some findings of a rule have a lower level than the rule: its page says which. The last column counts the programs of
[the survey](../survey.md) in which the rule finds something.
`

// groups say what the rules have in common whose names begin alike, in the order of the index.
var groups = []struct{ prefix, title string }{
	{"RL0", "Directives that suppress findings"},
	{"RL1", "One rate for the whole program"},
	{"RL2", "Controllers beside each other"},
	{"RL3", "Numbers"},
	{"RL4", "Reconcilers"},
	{"RL5", "The client behind the workers"},
	{"RL6", "Queues made by hand"},
	{"RL7", "What brings requests"},
}

// table is the head of the table of a group.
const table = `
| rule | reports | level | seen in |
|---|---|---|---|
`

// seenIn returns in how many programs each rule finds something, as the survey's table of rules says.
func seenIn(survey string) map[string]string {
	seen := make(map[string]string)
	for _, row := range surveyRow.FindAllStringSubmatch(survey, -1) {
		seen[row[1]] = row[2]
	}
	return seen
}

// surveyRow is a row of the survey's table of rules: the rule, its findings, the programs that have some.
var surveyRow = regexp.MustCompile(`(?m)^\| (RL\d{4}) \| \d+ \| (\d+) \|$`)

// pages returns the files of docs/rules by name; seen is in how many programs of the survey a rule finds something.
func pages(seen map[string]string) map[string]string {
	files := make(map[string]string)
	var index strings.Builder
	index.WriteString(generated + intro)
	for _, g := range groups {
		heading := "\n## " + g.title + "\n" + table
		for _, a := range analyzer.Analyzers {
			name := a.Analyzer.Name
			if !strings.HasPrefix(name, g.prefix) {
				continue
			}
			files[name+".md"] = generated + strings.ReplaceAll(rule.Markdown(a), "("+published, "(../")
			fmt.Fprintf(&index, "%s| [%s](%s.md) | %s | %s | %s |\n", heading, name, name, a.Doc.Title, level.Of(a.Doc.Severity),
				cmp.Or(seen[name], "not counted yet"))
			heading = ""
		}
	}
	files["README.md"] = index.String()
	return files
}
