package integration

import (
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// TestDependencies checks that a golangci-lint into which rllint is built has what it
// has without: the plugin brings one module along, and of the modules that both
// require none is newer than golangci-lint's own choice.
func TestDependencies(t *testing.T) {
	env := environment("GOFLAGS=")
	list := mustRun(t, "..", env, "go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./analyzer/golangci")
	modules := strings.Fields(list)
	slices.Sort(modules)
	modules = slices.DeleteFunc(slices.Compact(modules), func(path string) bool { return strings.HasPrefix(path, "golang.org/x/") })
	want := []string{"github.com/golangci/plugin-module-register", "github.com/rllint/rllint", "honnef.co/go/tools"}
	if !slices.Equal(modules, want) {
		t.Errorf("the plugin is built of %v, want %v", modules, want)
	}

	theirs := requirements(t, strings.TrimSpace(mustRun(t, ".", env, "go", "list", "-m", "-f", "{{.GoMod}}",
		"github.com/golangci/golangci-lint/v2")))
	shared := 0
	for path, version := range requirements(t, "../go.mod") {
		if theirs[path] == "" {
			continue
		}
		shared++
		if semver.Compare(version, theirs[path]) > 0 {
			t.Errorf("rllint requires %s %s, golangci-lint %s: who adds rllint upgrades it", path, version, theirs[path])
		}
	}
	if shared < 2 {
		t.Errorf("golangci-lint and rllint have %d modules in common, which compares nothing", shared)
	}
}

// requirements returns what a go.mod file requires, by module.
func requirements(t *testing.T, name string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := modfile.ParseLax(name, data, nil)
	if err != nil {
		t.Fatal(err)
	}
	versions := make(map[string]string)
	for _, r := range file.Require {
		versions[r.Mod.Path] = r.Mod.Version
	}
	return versions
}
