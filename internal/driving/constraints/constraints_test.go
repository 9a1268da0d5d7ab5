package constraints

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestHint(t *testing.T) {
	other := "windows"
	if runtime.GOOS == other {
		other = "linux"
	}
	const so = " is left out by its build constraint: if you build the project with "
	for _, test := range []struct{ name, lines, want string }{
		{"a tag", "//go:build special", "a.go" + so + "-tags=special, run rllint with the same"},
		{"an experiment", "// A comment.\n\n//go:build goexperiment.jsonv2", "a.go" + so + "GOEXPERIMENT=jsonv2, run rllint with the same"},
		{"both", "//go:build special && goexperiment.jsonv2", "a.go" + so + "GOEXPERIMENT=jsonv2 -tags=special, run rllint with the same"},
		{"on this platform", "//go:build special && " + runtime.GOOS, "a.go" + so + "-tags=special, run rllint with the same"},
		{"on another platform", "//go:build special && " + other, ""},
		{"one of two", "//go:build special || other", "a.go" + so + "-tags=special, run rllint with the same"},
		{"another platform", "//go:build " + other, ""},
		{"a program that is run by itself", "//go:build ignore", ""},
		{"not with a tag", "//go:build !special", ""},
		{"an old release", "//go:build !go1.20", ""},
		{"no constraint", "", ""},
		{"after the package clause", "package a\n//go:build special", ""},
		{"nonsense", "//go:build &&", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, name := range []string{"a.go", "a_test.go"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(test.lines+"\n\npackage a\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if got := Hint(Files(dir)); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
	if got := Hint([]string{"nosuch.go", "x.s"}); got != "" {
		t.Errorf("files that cannot be read give %q", got)
	}
}
