package goversion

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"
)

// TestRefusal checks that what go/types says today is understood.
func TestRefusal(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", "package a\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = (&types.Config{GoVersion: "go1.999"}).Check("a", fset, []*ast.File{file}, nil)
	if err == nil {
		t.Fatal("a language of the future is accepted")
	}
	got, ok := Refusal(err.Error())
	if !ok || got.Needed != "go1.999" || got.Built == "" {
		t.Errorf("%q gives %+v, %v", err, got, ok)
	}
	if _, ok := Refusal("undefined: x"); ok {
		t.Error("any error is taken for a refusal")
	}
}

func TestTooNew(t *testing.T) {
	const install = " go install github.com/rllint/rllint/cmd/rllint@latest"
	for needed, want := range map[string]string{
		"go1.27":    "needs go1.27, and rllint was built with go1.26; build it again: GOTOOLCHAIN=go1.27.0" + install,
		"go1.27.1":  "needs go1.27.1, and rllint was built with go1.26; build it again: GOTOOLCHAIN=go1.27.1" + install,
		"go1.28rc1": "needs go1.28rc1, and rllint was built with go1.26; build it again: GOTOOLCHAIN=go1.28rc1" + install,
	} {
		if got := (TooNew{needed, "go1.26"}).Error(); got != "the program to be analysed "+want {
			t.Errorf("%s: %s", needed, got)
		}
	}
}

func TestReadable(t *testing.T) {
	file := output(t.Context(), "list", "-export", "-f", "{{.Export}}", "errors")
	if !readable("errors", file) {
		t.Errorf("what this Go compiled cannot be read: %s", file)
	}
	garbled := filepath.Join(t.TempDir(), "errors.a")
	if err := os.WriteFile(garbled, []byte("!<arch>\nof the future"), 0o600); err != nil {
		t.Fatal(err)
	}
	if readable("errors", garbled) {
		t.Error("a file of another format can be read")
	}
	if err := Check(t.Context()); err != nil {
		t.Errorf("with the Go that built this: %v", err)
	}
}
