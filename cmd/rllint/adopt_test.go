package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/changing/edit"
)

// TestChange lets a change be that compiles, and takes one back that does not.
func TestChange(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	write := func(name, text string) string {
		full := filepath.Join(dir, name)
		if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return full
	}
	write("go.mod", "module example.com/m\n\ngo 1.24\n")
	const good, better, broken = "package m\n\nvar X = 1\n", "package m\n\nvar X = 2\n", "package m\n\nvar X = y\n"
	for _, after := range []string{better, broken} {
		name := write("m.go", good)
		flags := flag.NewFlagSet("adopt", flag.ContinueOnError)
		a := &adopting{in: registerInput(flags), tests: true}
		a.in.whole = []string{"./..."}
		if err := a.in.enter(); err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		files := []edit.File{{Name: name, Before: []byte(good), After: []byte(after)}}
		err := a.change(dir, files, false, &editing{dir: dir, stderr: &stderr}, &stderr)
		data, _ := os.ReadFile(name)
		switch {
		case after == better && (err != nil || string(data) != better):
			t.Errorf("%v, and the file is %q", err, data)
		case after == broken && (err == nil || !strings.Contains(err.Error(), "undefined: y") || string(data) != good):
			t.Errorf("%v, and the file is %q", err, data)
		}
	}
}

// TestMainsVendored checks that one line says why the go command lists nothing, however many modules it names.
func TestMainsVendored(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=vendor")
	const goMod = "module example.com/m\n\ngo 1.24\n\nrequire (\n\texample.com/x v1.0.0\n\texample.com/y v1.0.0\n)\n"
	if err := os.WriteFile("go.mod", []byte(goMod), 0o600); err != nil {
		t.Fatal(err)
	}
	a := &adopting{in: registerInput(flag.NewFlagSet("adopt", flag.ContinueOnError))}
	_, err := a.mains("./cmd")
	if want := "the go command cannot list ./cmd: inconsistent vendoring in "; err == nil || !strings.HasPrefix(err.Error(), want) ||
		!strings.HasSuffix(err.Error(), "run: go mod vendor") || strings.Contains(err.Error(), "example.com") {
		t.Errorf("%v, want %s", err, want)
	}
}
