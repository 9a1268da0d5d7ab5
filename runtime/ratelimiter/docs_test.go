package ratelimiter

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mostNames is how many names the package has at most, for a page of documentation.
const mostNames = 25

// exportedNames returns the names that the package exports, and the methods.
func exportedNames(t *testing.T) (names, methods []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil && d.Name.IsExported() {
					names = append(names, d.Name.Name)
				}
				if d.Recv != nil && d.Name.IsExported() && ofExported(d.Recv) {
					methods = append(methods, d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						names = appendExported(names, spec.Name)
					case *ast.ValueSpec:
						names = appendExported(names, spec.Names...)
					}
				}
			}
		}
	}
	return names, methods
}

func appendExported(names []string, all ...*ast.Ident) []string {
	for _, id := range all {
		if id.IsExported() {
			names = append(names, id.Name)
		}
	}
	return names
}

// ofExported reports whether the receiver's type is exported.
func ofExported(receiver *ast.FieldList) bool {
	e := receiver.List[0].Type
	if pointer, ok := e.(*ast.StarExpr); ok {
		e = pointer.X
	}
	if generic, ok := e.(*ast.IndexExpr); ok {
		e = generic.X
	}
	id, ok := e.(*ast.Ident)
	return ok && id.IsExported()
}

// The package is small, and each name that it exports is in a guide. Options' and
// reconcilers' types need none: nobody writes them.
func TestExportedNamesAreFewAndInTheGuide(t *testing.T) {
	names, methods := exportedNames(t)
	t.Logf("%d names and %d methods", len(names), len(methods))
	if len(names) > mostNames {
		t.Errorf("%d names are exported, want at most %d: %v", len(names), mostNames, names)
	}
	guides := read(t, "../../docs/runtime.md") + read(t, "../../docs/runtime-shared.md")
	unwritten := []string{"Limiter", "LimiterOption", "Reconciler", "ReconcilerOption", "Reconcile"}
	for _, name := range append(names, methods...) {
		if slices.Contains(unwritten, name) {
			continue
		}
		if !regexp.MustCompile(`\b` + name + `\b`).MatchString(guides) {
			t.Errorf("no guide has %s", name)
		}
	}
}

// Each sentence in bold is a promise, and beside it stands the test that would fail
// without.
func TestBoldSentencesHaveTests(t *testing.T) {
	tests := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllStringSubmatch(read(t, path), -1) {
				tests[m[1]] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	bold := regexp.MustCompile(`(?s)\*\*(.+?)\*\*(\s*<!-- (Test\w+) -->)?`)
	for _, guide := range []string{"../../docs/runtime.md", "../../docs/runtime-shared.md"} {
		for _, name := range regexp.MustCompile(`\bTest[A-Z]\w+`).FindAllString(read(t, guide), -1) {
			if !tests[name] {
				t.Errorf("%s names %s, which there is not", guide, name)
			}
		}
		for _, m := range bold.FindAllStringSubmatch(read(t, guide), -1) {
			switch {
			case m[3] == "":
				t.Errorf("%s: beside %q stands no test", guide, m[1])
			case !tests[m[3]]:
				t.Errorf("%s: beside %q stands %s, which there is not", guide, m[1], m[3])
			}
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
