package nested

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestPrograms finds the modules with programs below a module, and no others.
func TestPrograms(t *testing.T) {
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(`
-- go.mod --
module example.com/m
-- main.go --
package main
-- cmd/controller/go.mod --
module example.com/m/cmd/controller
require example.com/m v0.0.0
replace example.com/m => ../..
-- cmd/controller/app/app.go --
package app
-- cmd/controller/main.go --
package main
-- cmd/webhook/go.mod --
module example.com/m/cmd/webhook
require (
	example.com/m v0.0.0
)
-- cmd/webhook/run/main.go --
package main
-- api/go.mod --
module example.com/m/api
-- api/main.go --
package main
-- client/go.mod --
module example.com/m/client
require example.com/m v0.0.0
-- client/client.go --
package client
-- client/gen.go --
//go:build ignore

package main
-- client/deep/go.mod --
module example.com/m/client/deep
-- client/deep/main.go --
package main
-- test/go.mod --
module example.com/m/test
require example.com/m v0.0.0
-- test/main.go --
package main
-- examples/go.mod --
module example.com/m/examples
require example.com/m v0.0.0
-- examples/main.go --
package main
-- vendor/example.com/v/go.mod --
module example.com/v
require example.com/m v0.0.0
-- vendor/example.com/v/main.go --
package main
-- broken/go.mod --
modul
-- broken/main.go --
package main
`)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := Programs(dir), []string{"cmd/controller", "cmd/webhook"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Programs(filepath.Join(dir, "cmd", "controller")); len(got) != 0 {
		t.Errorf("in a module with no other below it: %q", got)
	}
	if got := Programs(filepath.Join(dir, "cmd")); len(got) != 0 {
		t.Errorf("in a folder that is no module: %q", got)
	}
}
