// Rulepages writes docs/rules: a page a rule, made from the rule's own
// documentation, and an index. Run it with go generate ./analyzer.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/engine/rule"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: rulepages FOLDER")
	}
	for name, content := range pages() {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), []byte(content), 0o666); err != nil {
			log.Fatal(err)
		}
	}
}

const generated = "<!-- Made by go generate ./analyzer from the rule's doc.go. -->\n\n"

// pages returns the files of docs/rules by name.
func pages() map[string]string {
	files := make(map[string]string)
	var index strings.Builder
	index.WriteString(generated + "# The rules\n\n| rule | reports |\n|---|---|\n")
	for _, a := range analyzer.Analyzers {
		name := a.Analyzer.Name
		files[name+".md"] = generated + rule.Markdown(a)
		fmt.Fprintf(&index, "| [%s](%s.md) | %s |\n", name, name, a.Doc.Title)
	}
	files["README.md"] = index.String()
	return files
}
