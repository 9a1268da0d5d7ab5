package modules

import (
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/development/sourcetest"
)

const modulesTxt = `# example.com/lib v1.2.3
## explicit; go 1.24
example.com/lib/limits
# example.com/lib/nested v0.4.0 => example.com/fork/nested v0.4.1
example.com/lib/nested
# example.com/local => ../local
example.com/local
# sigs.k8s.io/controller-runtime v0.22.4
## explicit; go 1.24
sigs.k8s.io/controller-runtime/pkg/builder
`

func TestDependencyOf(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "vendor"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "vendor", "modules.txt"), []byte(modulesTxt), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ pkg, file, module, version string }{
		{"example.com/m/a", "/src/m/a/a.go", "", ""},
		{"github.com/Some/lib/v2/a", "/go/pkg/mod/github.com/!some/lib/v2@v2.0.1/a/a.go", "github.com/Some/lib/v2", "v2.0.1"},
		{"gopkg.in/yaml.v3", `C:\go\pkg\mod\gopkg.in\yaml.v3@v3.0.1\yaml.go`, "gopkg.in/yaml.v3", "v3.0.1"},
		{"example.com/lib/limits", dir + "/vendor/example.com/lib/limits/a.go", "example.com/lib", "v1.2.3"},
		{"example.com/lib/nested", dir + "/vendor/example.com/lib/nested/a.go", "example.com/lib/nested", "v0.4.0"},
		{"example.com/local", dir + "/vendor/example.com/local/a.go", "example.com/local", "vendor"},
		{"example.com/old", "/nowhere/vendor/example.com/old/a.go", "example.com/old", "vendor"},
		{"example.com/m/vendor/a", "/src/m/vendor/a/a.go", "", ""}, // a package that is called vendor
	} {
		module, version := DependencyOf(sourcetest.Bare(test.pkg, test.file))
		if module != test.module || version != test.version {
			t.Errorf("%s: %s %s, want %s %s", test.file, module, version, test.module, test.version)
		}
	}

	told := sourcetest.Bare("example.com/lib/limits", "/anywhere/a.go")
	told.Module = &analysis.Module{Path: "example.com/lib", Version: "v1.0.0"}
	if module, version := DependencyOf(told); module != "example.com/lib" || version != "v1.0.0" {
		t.Errorf("what the driver tells is not believed: %s %s", module, version)
	}

	for file, want := range map[string]bool{
		"/src/m/lib/limits/a.go":                         true,
		"/go/pkg/mod/example.com/lib@v1.0.0/limits/a.go": false,
		"example.com/lib@v1.0.0/limits/a.go":             false,
		dir + "/vendor/example.com/lib/limits/a.go":      false,
	} {
		pass := sourcetest.Bare("example.com/lib/limits", file)
		pass.Module = told.Module
		if got := InFolder(pass); got != want {
			t.Errorf("%s is in a folder beside the program: %t, want %t", file, got, want)
		}
	}

	for file, want := range map[string]string{
		"/go/pkg/mod/sigs.k8s.io/controller-runtime@v0.19.1/pkg/builder/a.go": "v0.19.1",
		dir + "/vendor/sigs.k8s.io/controller-runtime/pkg/builder/a.go":       "v0.22.4",
		"/src/controller-runtime/pkg/builder/a.go":                            "",
	} {
		pass := sourcetest.Bare("example.com/m", file)
		builder := types.NewPackage("sigs.k8s.io/controller-runtime/pkg/builder", "builder")
		builder.Scope().Insert(types.NewTypeName(pass.Files[0].FileStart, builder, "Builder", nil))
		if got := VersionOf(pass, builder); got != want {
			t.Errorf("%s: version %q, want %q", file, got, want)
		}
	}
}
