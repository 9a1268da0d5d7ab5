package integration

import (
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTags makes the tags of a release in a copy of the repository, and tries what must be refused.
func TestTags(t *testing.T) {
	dir := copyOfRepository(t)
	env := append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a",
		"GIT_COMMITTER_EMAIL=a@example.com")
	refused := func(why string, args ...string) {
		t.Helper()
		if out, ok := combined(dir, env, ".ci/tags", args...); ok || !strings.Contains(out, why) {
			t.Errorf("tags %q: ends well: %v; it does not say %q:\n%s", args, ok, why, out)
		}
	}
	// The copy holds no permissions.
	if err := os.Chmod(filepath.Join(dir, ".ci", "tags"), 0o700); err != nil {
		t.Fatal(err)
	}
	mustRun(t, dir, env, "git", "config", "core.fileMode", "false")
	const release = "v0.1.0-test.1"
	refused("usage: make tags VERSION=")
	refused("usage: make tags VERSION=", "0.1.0")
	refused("no heading", release)
	change := filepath.Join(dir, "CHANGELOG.md")
	if err := os.WriteFile(change, []byte("# Changes\n\n## "+release+" - 2026-01-31\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused("not committed", release)
	mustRun(t, dir, env, "git", "commit", "-qam", "release")
	mustRun(t, dir, env, ".ci/tags", release)
	if tags := mustRun(t, dir, env, "git", "tag"); tags != strings.ReplaceAll(
		"runtime/priority/V\nruntime/shared/V\nruntime/tracing/V\nruntime/V\nV\n", "V", release) {
		t.Errorf("the tags are\n%s", tags)
	}
	refused("already", release)
}

// TestReleaseFiles makes what a release holds beside the program.
func TestReleaseFiles(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, "..", environment("GOFLAGS="), ".ci/release-files", dir)
	for name, part := range map[string]string{
		"rllint.1":    ".TH RLLINT 1",
		"rllint.bash": "complete -o nospace -F _rllint rllint",
		"rllint.zsh":  "#compdef rllint",
		"rllint.fish": "complete -c rllint",
	} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(data), part) {
			t.Errorf("%s: %v, or it has no %s", name, err, part)
		}
	}
}

func TestGoreleaser(t *testing.T) {
	if _, err := exec.LookPath("goreleaser"); err != nil {
		t.Skip("goreleaser is not installed; go install github.com/goreleaser/goreleaser/v2@v2.15.1")
	}
	mustRun(t, "..", os.Environ(), "goreleaser", "check")
}

// TestGoRequired checks that rllint asks for no newer Go than the libraries it is built on,
// and that its image has that Go.
func TestGoRequired(t *testing.T) {
	env := environment("GOFLAGS=")
	required := "go" + strings.TrimSpace(mustRun(t, "..", env, "go", "list", "-m", "-f", "{{.GoVersion}}"))
	newest := ""
	for _, module := range []string{"golang.org/x/tools", "honnef.co/go/tools"} {
		if v := "go" + strings.TrimSpace(mustRun(t, "..", env, "go", "list", "-m", "-f", "{{.GoVersion}}", module)); version.Compare(v,
			newest) > 0 {
			newest = v
		}
	}
	if version.Compare(required, newest) > 0 {
		t.Errorf("rllint requires %s, its libraries %s", required, newest)
	}
	recipe, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	images := regexp.MustCompile(`(?m)^FROM golang:(\S+)-alpine`).FindAllStringSubmatch(string(recipe), -1)
	if len(images) != 2 {
		t.Errorf("the recipe has the images %q", images)
	}
	if _, final, _ := strings.Cut(string(recipe), "FROM golang:"); !strings.Contains(final[strings.Index(final, "FROM golang:"):],
		"GOTOOLCHAIN=auto") {
		t.Error("in the image a module that asks for a newer Go cannot be analysed")
	}
	for _, image := range images {
		if "go"+image[1] != version.Lang(required) {
			t.Errorf("the image has go%s, the module requires %s", image[1], required)
		}
	}
}
