// Rulepages writes docs/rules: a page a rule, made from the rule's own
// documentation, and an index. Run it with go generate ./analyzer.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/engine/rule"
	"honnef.co/go/tools/analysis/lint"
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

Every rule runs unless it is switched off: by name, or as a set. The set ` + "`limits`" + ` has the rules whose names begin with RL1, for programs
that promise a rate for all their controllers. The set ` + "`operator`" + ` has the others, which are for every program on
controller-runtime: ` + "`rllint -rules=operator`" + `, or ` + "`rules: operator`" + ` in [the settings](../settings.md). What cannot be followed is unknown, and no rule
reports it: the fifth column says which code must be analysed for a rule to speak, the sixth what a finding rests on, the last in how many
programs of [the survey](../survey.md) there are findings.

| rule | reports | severity | for whom | needs | rests on | seen in |
|---|---|---|---|---|---|---|
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
	for _, a := range analyzer.Analyzers {
		name := a.Analyzer.Name
		files[name+".md"] = generated + strings.ReplaceAll(rule.Markdown(a), "("+published, "(../")
		o, ok := overviews[name]
		if !ok {
			panic(name + " is not in the overview")
		}
		severity := "warning"
		if a.Doc.Severity == lint.SeverityInfo {
			severity = "information"
		}
		fmt.Fprintf(&index, "| [%s](%s.md) | %s | %s | %s | %s | %s | %s |\n", name, name, a.Doc.Title, severity, o.audience, o.needs, o.sure, seen[name])
	}
	files["README.md"] = index.String()
	return files
}
