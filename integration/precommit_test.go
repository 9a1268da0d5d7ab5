package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPreCommit commits with the hook that .pre-commit-hooks.yaml defines.
func TestPreCommit(t *testing.T) {
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip("pre-commit is not installed; apt-get install pre-commit, or pip install pre-commit")
	}
	env, config := hook(t)
	dir := scratch(t, map[string]string{
		"scratch.go":              cleanSource,
		".pre-commit-config.yaml": config + "  - id: rllint\n    name: nested\n    args: [-C, operator, ./...]\n",
	})
	// A module in a subdirectory of the repository.
	if err := os.CopyFS(filepath.Join(dir, "operator"), os.DirFS(scratch(t, map[string]string{"scratch.go": cleanSource}))); err != nil {
		t.Fatal(err)
	}
	mustRun(t, dir, env, "git", "init", "-q")
	mustRun(t, dir, env, "pre-commit", "install")
	mustRun(t, dir, env, "git", "add", ".")
	if out := mustRun(t, dir, env, "git", "commit", "-m", "clean"); !strings.Contains(out, "rllint") || !strings.Contains(out, "Passed") {
		t.Errorf("the hook did not run:\n%s", out)
	}

	write(t, dir, map[string]string{"bad.go": badSource})
	mustRun(t, dir, env, "git", "add", ".")
	out, ok := combined(dir, env, "git", "commit", "-m", "bad")
	if ok {
		t.Errorf("a commit with a finding is accepted:\n%s", out)
	}
	if strings.Count(out, "bad.go:3:13: "+badFinding) != 1 {
		t.Errorf("the finding is not shown once:\n%s", out)
	}

	write(t, filepath.Join(dir, "operator"), map[string]string{"nested.go": badSource})
	mustRun(t, dir, env, "git", "add", ".")
	if out, ok := combined(dir, env, "git", "commit", "-m", "bad"); ok || !strings.Contains(out, "nested.go:3:13: "+badFinding) {
		t.Errorf("the finding in the module below is not shown:\n%s", out)
	}
}

// hook returns the environment that pre-commit runs in, and the settings of pre-commit for the hook as it is now.
func hook(t *testing.T) (env []string, config string) {
	t.Helper()
	hooks := copyOfRepository(t)
	// pre-commit gives each repository of hooks a GOPATH of its own. What is downloaded and compiled already serves there too.
	modules := strings.TrimSpace(mustRun(t, hooks, os.Environ(), "go", "env", "GOMODCACHE"))
	env = environment("PRE_COMMIT_HOME="+t.TempDir(), "GOFLAGS=-trimpath -ldflags=-w", "GOMODCACHE="+modules,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	revision := strings.TrimSpace(mustRun(t, hooks, env, "git", "rev-parse", "HEAD"))
	return env, "repos:\n- repo: " + hooks + "\n  rev: " + revision + "\n  hooks:\n  - id: rllint\n"
}

// copyOfRepository returns a repository whose only commit is this one's files as they are now.
func copyOfRepository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name := range strings.FieldsSeq(mustRun(t, root, os.Environ(), "git", "ls-files", "--cached", "--others", "--exclude-standard")) {
		data, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // removed, and not yet committed
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	commitAll(t, dir)
	return dir
}
