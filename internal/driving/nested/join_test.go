package nested

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// joined makes a join of the modules below a folder, whatever they import.
func joined(t *testing.T, dir string) (*Join, []*Program) {
	t.Helper()
	programs := below(dir, readModule(dir))
	j, err := Make(dir, programs)
	if err != nil {
		t.Fatal(err)
	}
	return j, programs
}

const joinedModule = `
-- go.mod --
module example.com/m

go 1.24

require (
	example.com/direct v1.2.3
	example.com/fork v1.0.0
	example.com/api v0.0.0
)

require example.com/indirect v1.1.0 // indirect

replace example.com/fork => example.com/ours v1.0.1

replace example.com/api => ./api
-- go.sum --
example.com/direct v1.2.3 h1:x=
example.com/direct v1.2.3/go.mod h1:y=
`

// TestJoin lists what the modules require together, in the newest version of each.
func TestJoin(t *testing.T) {
	dir := write(t, joinedModule+`
-- cmd/a/go.mod --
module example.com/a

go 1.25.1

toolchain go1.26.0

require (
	example.com/m v0.0.0-00010101000000-000000000000
	example.com/direct v1.2.5
	example.com/fork v1.0.0
	example.com/api v0.0.0
	example.com/more v1.0.0
	example.com/aside v0.0.0
	example.com/indirect v1.4.0
)

replace example.com/m => ../../

replace example.com/fork => example.com/ours v1.0.1

replace example.com/api => ../../api

replace example.com/aside => ../aside

replace example.com/more v1.0.0 => example.com/most v1.0.0
-- cmd/a/go.sum --
example.com/more v1.0.0 h1:z=
example.com/direct v1.2.3 h1:x=
-- cmd/a/main.go --
package main
-- cmd/b/go.mod --
module example.com/m/cmd/b

go 1.23

require (
	example.com/m v0.0.0
	example.com/more v1.3.0
	example.com/indirect v1.0.0
)

replace example.com/m => ../..
-- cmd/b/main.go --
package main
`)
	before, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	j, programs := joined(t, dir)
	for _, p := range programs {
		if p.Why != "" {
			t.Errorf("%s %s", p.Dir, p.Why)
		}
	}
	const want = `module example.com/m

go 1.25.1

require (
	example.com/direct v1.2.5
	example.com/fork v1.0.0
	example.com/api v0.0.0
)

require (
	example.com/indirect v1.4.0 // indirect
	example.com/a v0.0.0
	example.com/aside v0.0.0
	example.com/m/cmd/b v0.0.0
	example.com/more v1.3.0
)

replace example.com/fork => example.com/ours v1.0.1

replace example.com/api => ./api

replace example.com/a => ./cmd/a

replace example.com/aside => ./cmd/aside

replace example.com/m/cmd/b => ./cmd/b

replace example.com/more v1.0.0 => example.com/most v1.0.0
`
	if got := string(j.GoMod); got != want {
		t.Errorf("the joined go.mod is\n%s\nwant\n%s", got, want)
	}
	if got, want := string(j.Sum), "example.com/direct v1.2.3 h1:x=\nexample.com/direct v1.2.3/go.mod h1:y=\nexample.com/more v1.0.0 h1:z=\n"; got != want {
		t.Errorf("the joined go.sum is\n%s\nwant\n%s", got, want)
	}
	if got, want := j.Patterns(), []string{"example.com/a/...", "example.com/m/cmd/b/..."}; !slices.Equal(got, want) {
		t.Errorf("patterns %q, want %q", got, want)
	}
	if j.GoVersion != "1.24" {
		t.Errorf("the module's own version of Go is %q", j.GoVersion)
	}
	if after, _ := os.ReadFile(filepath.Join(dir, "go.mod")); string(after) != string(before) {
		t.Error("the module's own go.mod has changed")
	}
}

// TestNotJoined leaves out programs with which the module would be another, and says why.
func TestNotJoined(t *testing.T) {
	for _, test := range []struct{ name, mod, want string }{
		{"a newer library", "require example.com/direct v1.3.0", "needs example.com/direct v1.3.0 where this module has v1.2.3"},
		{"a newer patch", "require example.com/direct v1.2.9", ""},
		{"an older library", "require example.com/direct v1.1.0", ""},
		{"a newer one that only libraries import", "require example.com/indirect v1.9.0", ""},
		{"another replacement", "replace example.com/fork => example.com/theirs v1.0.1",
			"replaces example.com/fork by something else than this module"},
		{"a replacement of what is not replaced", "replace example.com/direct => ../direct",
			"replaces example.com/direct by something else than this module"},
		{"a replacement by the same", "replace example.com/direct => example.com/direct v1.2.3", ""},
		{"another version of the module", "replace example.com/m => ../../../m", "requires another version of this module than the one above it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			mod := "module example.com/a\nrequire example.com/m v1.0.0\n" + test.mod + "\n"
			if !strings.Contains(test.mod, "example.com/m =>") {
				mod += "replace example.com/m => ../..\n"
			}
			j, programs := joined(t, write(t, joinedModule+"-- cmd/a/go.mod --\n"+mod+"-- cmd/a/main.go --\npackage main\n"))
			if got := programs[0].Why; got != test.want || (j == nil) != (got != "") {
				t.Errorf("it %s, want %s", got, test.want)
			}
		})
	}
}

// TestSamePath leaves out a program whose path is that of another module.
func TestSamePath(t *testing.T) {
	mod := func(path string) string {
		return "module " + path + "\nrequire example.com/m v1.0.0\nreplace example.com/m => ../..\n"
	}
	dir := write(t, joinedModule+
		"-- cmd/a/go.mod --\n"+mod("example.com/a")+"-- cmd/a/main.go --\npackage main\n"+
		"-- cmd/b/go.mod --\n"+mod("example.com/a")+"-- cmd/b/main.go --\npackage main\n"+
		"-- cmd/c/go.mod --\n"+mod("example.com/direct")+"-- cmd/c/main.go --\npackage main\n")
	j, programs := joined(t, dir)
	var got []string
	for _, p := range programs {
		got = append(got, p.Dir+" "+p.Why)
	}
	if want := []string{"cmd/a ", "cmd/b has the path of another module here",
		"cmd/c is also required in a version from elsewhere"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(j.Programs) != 1 {
		t.Errorf("%d programs are joined, want 1", len(j.Programs))
	}
}
