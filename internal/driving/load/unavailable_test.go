package load_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/driving/load"
)

// A module whose go.mod the proxy refuses is left out, which is said once; the rest of the program is listed, and nothing is
// written.
func TestUnavailableModule(t *testing.T) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "This module version is not available.", http.StatusForbidden)
	}))
	defer proxy.Close()
	const goMod = `module example.com/a

go 1.16

require (
	example.com/gone v1.1.0
	example.com/refused v0.2.0
)
`
	dir := write(t, `
-- go.mod --
`+goMod+`-- go.sum --
example.com/gone v1.1.0 h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
example.com/gone v1.1.0/go.mod h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
example.com/refused v0.2.0 h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
example.com/refused v0.2.0/go.mod h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
-- a/a.go --
package a

import _ "example.com/gone/inner"
-- b/b.go --
package b

import _ "example.com/refused"
`)
	env := append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY="+proxy.URL, "GOSUMDB=off", "GOMODCACHE="+t.TempDir())
	prog, err := load.Load(context.Background(), load.Config{Dir: dir, Env: env, Matters: never}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	var problems []string
	for _, p := range prog.Problems {
		problems = append(problems, p.String())
	}
	want := []string{
		"the module example.com/gone@v1.1.0 is left out: its go.mod cannot be downloaded (403 Forbidden)",
		"the module example.com/refused@v0.2.0 is left out: its go.mod cannot be downloaded (403 Forbidden)",
	}
	if got := strings.Join(problems, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("problems\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	if len(prog.Packages) != 2 {
		t.Errorf("%d packages, want 2", len(prog.Packages))
	}
	if content, err := os.ReadFile(filepath.Join(dir, "go.mod")); err != nil || string(content) != goMod {
		t.Errorf("go.mod is %q, %v", content, err)
	}
}
