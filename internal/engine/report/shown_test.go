package report

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// A finding of one package can stand in a file of another: the settings then leave it out by where that is.
func TestShown(t *testing.T) {
	if err := settings.exclude.Set("internal/left,cmd/manager/generated"); err != nil {
		t.Fatal(err)
	}
	defer func() { settings.exclude = nil }()
	for _, test := range []struct {
		pkg, dir, file string
		want           bool
	}{
		{"example.com/m/cmd/manager", "/w/m/cmd/manager", "/w/m/cmd/manager/main.go", true},
		{"example.com/m/cmd/manager", "/w/m/cmd/manager", "/w/m/internal/left/reconciler.go", false},
		{"example.com/m/cmd/manager", "/w/m/cmd/manager", "/w/m/internal/lefthand/reconciler.go", true},
		{"example.com/m/cmd/manager", "/w/m/cmd/manager", "/w/m/cmd/manager/generated/zz.go", false},
		{"example.com/m/internal/left", "/w/m/internal/left", "/w/m/internal/kept/reconciler.go", true},
		{"example.com/m/internal/left", "/w/m/internal/left", "/w/m/internal/left/reconciler.go", false},
		{"example.com/m/internal/left_test", "/w/m/internal/left", "/w/m/internal/left/reconciler.go", false},
		{"example.com/m", "/w/m", "/w/m/internal/left/reconciler.go", false},
		{"example.com/m", "/w/m", "/w/m/main.go", true},
		{"example.com/m/internal/kept", "/w/m/internal/kept", "/w/main/internal/left/reconciler.go", true},
		{"example.com/m/internal/kept", `C:\w\m\internal\kept`, `C:\w\m\internal\left\reconciler.go`, false},
		{"example.com/m/internal/left", "/elsewhere", "/elsewhere/copy.go", false},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, test.dir+"/own.go", "package p", 0)
		if err != nil {
			t.Fatal(err)
		}
		pass := &analysis.Pass{Pkg: types.NewPackage(test.pkg, "p"), Fset: fset, Files: []*ast.File{file},
			Module: &analysis.Module{Path: "example.com/m"}}
		if got := Shown(pass, test.file); got != test.want {
			t.Errorf("a finding of %s in %s is shown: %v, want %v", test.pkg, test.file, got, test.want)
		}
	}
}

// A file that imports a framework of tests is made for tests: nobody meets its mistakes who runs a program.
func TestForTests(t *testing.T) {
	for _, test := range []struct {
		name, file, imports string
		want                bool
	}{
		{"e2e", "/w/m/e2e/helpers.go", "github.com/onsi/gomega", true},
		{"e2e", "/w/m/e2e/helpers.go", "github.com/onsi/ginkgo/v2", true},
		{"e2e", "/w/m/e2e/helpers.go", "github.com/onsi/gomegas", false},
		{"controllers", "/w/m/controllers/controllers.go", "context", false},
		{"main", "/w/m/main.go", "github.com/stretchr/testify/assert", false},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, test.file, "package "+test.name+"\nimport _ \""+test.imports+"\"", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := forTests(&analysis.Pass{Pkg: types.NewPackage("example.com/m/"+test.name, test.name)}, file); got != test.want {
			t.Errorf("%s of package %s imports %s: made for tests is %v", test.file, test.name, test.imports, got)
		}
	}
}

// Mocks stand beside the code that they mock: what is found in that code is shown.
func TestMocksBeside(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	for name, source := range map[string]string{
		"/w/m/controllers/mocks.go":       "package controllers\nimport _ \"github.com/stretchr/testify/mock\"",
		"/w/m/controllers/controllers.go": "package controllers",
	} {
		file, err := parser.ParseFile(fset, name, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	pass := &analysis.Pass{Pkg: types.NewPackage("example.com/m/controllers", "controllers"), Fset: fset, Files: files,
		Module: &analysis.Module{Path: "example.com/m"}}
	result, err := run(pass)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"/w/m/controllers/mocks.go": true, "/w/m/controllers/controllers.go": false} {
		if got := result.(*Filter).Hides(name, 1, "RL4001"); got != want {
			t.Errorf("findings in %s are hidden: %v, want %v", name, got, want)
		}
	}
}
