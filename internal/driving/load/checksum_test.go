package load_test

import (
	"archive/zip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/driving/load"
)

// One module whose content is another than go.sum says is left out, and said so once; all else is there. The go
// command refuses to list anything.
func TestChecksumMismatch(t *testing.T) {
	const wrong = "h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
	for _, test := range []struct{ name, sums, flag, want string }{
		{"content", "example.com/other v1.0.0 " + wrong, "",
			"the module example.com/other@v1.0.0 is left out: it cannot be had (checksum mismatch)"},
		{"go.mod", "example.com/other v1.0.0/go.mod " + wrong, "",
			"the module example.com/other@v1.0.0 is left out: it cannot be had (checksum mismatch)"},
		{"content where go.mod may change", "example.com/other v1.0.0 " + wrong, "-mod=mod",
			"the module example.com/other@v1.0.0 is left out: it cannot be had (checksum mismatch)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := write(t, `
-- proxy/example.com/other/@v/list --
v1.0.0
-- proxy/example.com/other/@v/v1.0.0.info --
{"Version": "v1.0.0"}
-- proxy/example.com/other/@v/v1.0.0.mod --
module example.com/other
-- m/go.mod --
module example.com/m

go 1.26

require example.com/other v1.0.0
-- m/with/a.go --
package with

import "example.com/other"

var A = other.A
-- m/without/b.go --
package without

const B = 1
-- m/go.sum --
`+test.sums+"\n")
			zipModule(t, filepath.Join(dir, "proxy/example.com/other/@v/v1.0.0.zip"), "example.com/other@v1.0.0/", map[string]string{
				"go.mod": "module example.com/other\n", "o.go": "package other\n\nconst A = 1\n",
			})
			env := []string{"GOPROXY=file://" + filepath.ToSlash(dir) + "/proxy", "GOSUMDB=off", "GOMODCACHE=" + t.TempDir(), "GOFLAGS=-modcacherw " + test.flag}
			before, err := os.ReadFile(filepath.Join(dir, "m/go.sum"))
			if err != nil {
				t.Fatal(err)
			}
			prog := loadDir(t, filepath.Join(dir, "m"), env, never, "./...")
			if got, want := paths(prog), []string{"example.com/m/with", "example.com/m/without"}; !slices.Equal(got, want) {
				t.Errorf("packages %q, want %q", got, want)
			}
			var list []string
			for _, p := range prog.Problems {
				list = append(list, p.Message)
			}
			if !slices.Equal(list, []string{test.want}) {
				t.Errorf("problems\n\t%s\nwant\n\t%s", strings.Join(list, "\n\t"), test.want)
			}
			for _, p := range prog.Packages {
				prog.Use(p, func(c *load.Checked) {
					if sound := len(c.Problems) == 0; sound != (p.Name == "without") {
						t.Errorf("%s: problems %v", p.Path, c.Problems)
					}
				})
			}
			if after, err := os.ReadFile(filepath.Join(dir, "m/go.sum")); err != nil || string(after) != string(before) {
				t.Errorf("go.sum has changed to %q, %v", after, err)
			}
		})
	}
}

// zipModule writes the archive of a module's version.
func zipModule(t *testing.T, name, prefix string, files map[string]string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(f)
	for file, content := range files {
		e, err := w.Create(prefix + file)
		if err == nil {
			_, err = e.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
