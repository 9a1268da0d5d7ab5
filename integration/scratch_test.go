package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A scratch module needs no Kubernetes: the rules about directives have findings in
// any code.
const (
	scratchModule = "module example.com/scratch\n\ngo 1.24\n"
	cleanSource   = "package scratch\n\nfunc f() {}\n"
	badSource     = "package scratch\n\nfunc g() {} //rllint:ignore RL1001\n"
	badFinding    = "the directive gives no reason: write //rllint:ignore RL1001 and why"
)

// scratch returns a folder with a module of the files.
func scratch(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, map[string]string{"go.mod": scratchModule})
	write(t, dir, files)
	return dir
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// environment is that of this process without a workspace, with more variables.
func environment(more ...string) []string {
	return append(append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod"), more...)
}

// combined runs a command and returns what it writes and whether it ended well.
func combined(dir string, env []string, name string, args ...string) (string, bool) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

// mustRun runs a command that must end well.
func mustRun(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	out, ok := combined(dir, env, name, args...)
	if !ok {
		t.Fatalf("%s %s failed:\n%s", name, strings.Join(args, " "), out)
	}
	return out
}

// commitAll makes a git repository of a folder, whose only commit has all its files.
func commitAll(t *testing.T, dir string) {
	t.Helper()
	mustRun(t, dir, os.Environ(), "git", "init", "-q", "-b", "main")
	mustRun(t, dir, os.Environ(), "git", "add", ".")
	mustRun(t, dir, os.Environ(), "git", "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "all")
}
