package inventory

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
)

// TestFileNames checks that files have the name of their module's folder where that is below another module that is worked on.
func TestFileNames(t *testing.T) {
	dir := func(name string) string {
		return filepath.Join(string(filepath.Separator)+"work", filepath.FromSlash(name))
	}
	root := &packages.Module{Path: "example.com/m", Main: true, Dir: dir("m")}
	nested := &packages.Module{Path: "example.com/m/cmd/a", Main: true, Dir: dir("m/cmd/a")}
	replaced := &packages.Module{Path: "example.com/m", Version: "v0.0.0", Replace: &packages.Module{Path: "../..", Dir: dir("m")}}
	library := &packages.Module{Path: "example.com/lib", Version: "v1.0.0", Dir: dir("m/vendored/lib")}
	for _, test := range []struct {
		name    string
		modules []*packages.Module
		file    string
		want    string
		people  string // in the folder app
	}{
		{"both are worked on", []*packages.Module{nested, root}, "m/cmd/a/app/app.go", "cmd/a/app/app.go", "../cmd/a/app/app.go"},
		{"of the outer one", []*packages.Module{nested, root}, "m/app/app.go", "app/app.go", "app.go"},
		{"the inner one alone", []*packages.Module{nested, replaced}, "m/cmd/a/app/app.go", "app/app.go", "../cmd/a/app/app.go"},
		{"of a folder that replaces a module", []*packages.Module{nested, replaced}, "m/app/app.go", "app/app.go", "app.go"},
		{"of a library in such a folder", []*packages.Module{root, library}, "m/vendored/lib/lib.go", "example.com/lib@v1.0.0/lib.go",
			"example.com/lib@v1.0.0/lib.go"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var reports []driver.Report
			for _, m := range test.modules {
				reports = append(reports, driver.Report{Package: &load.Package{Module: m}})
			}
			names := newFileNames(reports)
			if got := names.file(dir(test.file)); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			names.dir = dir("m/app")
			if got := names.file(dir(test.file)); got != test.people {
				t.Errorf("people in app get %s, want %s", got, test.people)
			}
		})
	}
}
