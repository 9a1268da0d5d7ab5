package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A file is a test file of another module.
type file struct {
	module, file string
	target       string            // the folder below specification
	pkg          string            // name of the package there
	imports      map[string]string // import paths that become others
	without      []string          // top-level declarations that test the inside of another queue, or make one
}

var borrowed = []file{
	{
		module: "sigs.k8s.io/controller-runtime",
		file:   "pkg/controller/priorityqueue/priorityqueue_test.go",
		pkg:    "specification",
		without: []string{
			"newQueue", "newQueueWithTimeForwarder", "btreeInteractionValidator", // make a queue and look into it
			"TestItemCloneCopiesAllFields", "TestItemCloneDoesNotShareMemoryWithOriginal", "newItemFiller", // of a type of theirs
		},
	},
	{
		module: "sigs.k8s.io/controller-runtime",
		file:   "pkg/controller/priorityqueue/priorityqueue_suite_test.go",
		pkg:    "specification",
	},
	{
		module: "k8s.io/client-go",
		file:   "util/workqueue/queue_test.go",
		target: "workqueue",
		pkg:    "workqueue_test",
		imports: map[string]string{
			"k8s.io/client-go/util/workqueue": "github.com/rllint/rllint/runtime/priority/test/specification/workqueue",
		},
		without: []string{
			"traceQueue", "TestCollapse", "TestCollapseWhileProcessing", // of an order that is given to the queue
			"_",
			"TestQueueDrainageUsingShutDownWithDrainWithDirtyItem", // controllers do not drain their queues
		},
	},
}

// read returns the file's text, of the version that the module file requires, with its package and imports changed, without the
// declarations that are left out and the imports that only they needed.
func (f file) read(modfile string) ([]byte, error) {
	dir, err := exec.Command("go", "list", "-modfile="+modfile, "-m", "-f", "{{.Dir}}", f.module).Output()
	if err != nil {
		return nil, fmt.Errorf("looking for module %s: %w", f.module, err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), filepath.FromSlash(f.file)))
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, f.file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	e := edits{text: text, file: fset.File(parsed.Pos())}
	e.replace(parsed.Name, f.pkg)
	used := map[string]bool{}
	for _, d := range parsed.Decls {
		if gen, ok := d.(*ast.GenDecl); ok && gen.Tok == token.IMPORT {
			continue
		}
		if f.leavesOut(d) {
			e.replace(d, "")
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok {
					used[x.Name] = true
				}
			}
			return true
		})
	}
	for _, i := range parsed.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		name := strings.TrimSuffix(path, "/v2")
		name = name[strings.LastIndexByte(name, '/')+1:]
		if i.Name != nil {
			name = i.Name.Name
		}
		if to, ok := f.imports[path]; ok {
			e.replace(i.Path, strconv.Quote(to))
		} else if name != "." && !used[name] {
			e.replace(i, "")
		}
	}
	return e.result(), nil
}

// leavesOut reports whether a declaration, or the type that it is a method of, is left out.
func (f file) leavesOut(d ast.Decl) bool {
	name := ""
	switch d := d.(type) {
	case *ast.FuncDecl:
		name = d.Name.Name
		if d.Recv != nil {
			if star, ok := d.Recv.List[0].Type.(*ast.StarExpr); ok {
				name = fmt.Sprint(star.X)
			}
		}
	case *ast.GenDecl:
		switch spec := d.Specs[0].(type) {
		case *ast.TypeSpec:
			name = spec.Name.Name
		case *ast.ValueSpec:
			name = spec.Names[0].Name
		}
	}
	return slices.Contains(f.without, name)
}

// edits are replacements in a text.
type edits struct {
	text []byte
	file *token.File
	made []edit
}

type edit struct {
	from, to int
	text     string
}

func (e *edits) replace(n ast.Node, text string) {
	e.made = append(e.made, edit{e.file.Offset(n.Pos()), e.file.Offset(n.End()), text})
}

func (e *edits) result() []byte {
	var out bytes.Buffer
	at := 0
	slices.SortFunc(e.made, func(a, b edit) int { return a.from - b.from })
	for _, m := range e.made {
		out.Write(e.text[at:m.from])
		out.WriteString(m.text)
		at = m.to
	}
	out.Write(e.text[at:])
	return out.Bytes()
}
