package checkout

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestRoot covers the places that a module can have in what was checked out.
func TestRoot(t *testing.T) {
	top := t.TempDir()
	mkdir := func(names ...string) string {
		dir := filepath.Join(append([]string{top}, names...)...)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	mkdir("workspace", "one", ".git")
	two := mkdir("workspace", "two", "module")
	worktree := mkdir("worktree", "module")
	if err := os.WriteFile(filepath.Join(top, "worktree", ".git"), []byte("gitdir: elsewhere\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	elsewhere := mkdir("elsewhere")
	for _, test := range []struct{ name, workspace, dir, want string }{
		{"a module below a repository", "", mkdir("workspace", "one", "a", "b"), "workspace/one"},
		{"a repository in a folder of the workspace", "workspace", mkdir("workspace", "one", "a"), "workspace/one"},
		{"a further work tree", "", worktree, "worktree"},
		{"a workspace without git", "workspace", two, "workspace"},
		{"a workspace named with a slash", "workspace/", two, "workspace"},
		{"a directory outside the workspace", "workspace", elsewhere, "elsewhere"},
		{"neither", "", elsewhere, "elsewhere"},
	} {
		t.Run(test.name, func(t *testing.T) {
			workspace := ""
			if test.workspace != "" {
				workspace = top + "/" + test.workspace
			}
			t.Setenv("GITHUB_WORKSPACE", workspace)
			if got, want := Root(test.dir), filepath.Join(top, test.want); got != want {
				t.Errorf("root %s, want %s", got, want)
			}
		})
	}
}

func TestRelative(t *testing.T) {
	top := t.TempDir()
	if err := os.MkdirAll(filepath.Join(top, "real", "a"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(top, "real"), filepath.Join(top, "link")); err != nil {
		t.Skipf("symbolic links cannot be made here: %v", err)
	}
	for _, test := range []struct {
		root, name, want string
		inside           bool
	}{
		{"real", "real/a/b.go", "a/b.go", true},
		{"link", "real/a/b.go", "a/b.go", true},
		{"real", "link/a/b.go", "a/b.go", true},
		{"real", "real", ".", true},
		{"real/a", "real/b.go", "", false},
		{"real", "realer/b.go", "", false},
		{"real", "real/..b.go", "..b.go", true},
	} {
		got, inside := Relative(filepath.Join(top, test.root), filepath.Join(top, test.name))
		if got != test.want || inside != test.inside {
			t.Errorf("%s in %s: %q %v, want %q %v", test.name, test.root, got, inside, test.want, test.inside)
		}
	}
}

func TestRepositoryURL(t *testing.T) {
	for remote, want := range map[string]string{
		"https://example.com/o/r.git":             "https://example.com/o/r.git",
		"https://user:secret@example.com/o/r.git": "https://example.com/o/r.git",
		"https://token@example.com/o/r?key=1":     "https://example.com/o/r",
		"git@example.com:o/r.git":                 "ssh://example.com/o/r.git",
		"example.com:o/r.git":                     "ssh://example.com/o/r.git",
		"ssh://git@example.com:22/o/r.git":        "ssh://example.com:22/o/r.git",
		"/srv/git/r.git":                          "",
		"../r.git":                                "",
		`C:\git\r`:                                "",
		"file:///srv/git/r.git":                   "",
		"":                                        "",
	} {
		if got := repositoryURL(remote); got != want {
			t.Errorf("%s: %q, want %q", remote, got, want)
		}
	}
}

func TestVersionOf(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	git("init", "-q", "-b", "trunk")
	if c := CommitOf(t.Context(), dir); c != (Commit{}) {
		t.Errorf("a repository without commit: %+v", c)
	}
	if _, ok := VersionOf(t.Context(), dir); ok {
		t.Error("a repository without commit and remote has a version")
	}
	git("remote", "add", "origin", "https://secret@example.com/o/r")
	git("commit", "-q", "--allow-empty", "-m", "first")
	v, ok := VersionOf(t.Context(), dir)
	if !ok || v.Repository != "https://example.com/o/r" || len(v.Revision) != 40 || v.Branch != "trunk" {
		t.Errorf("%v %+v", ok, v)
	}
	if err := os.WriteFile(filepath.Join(dir, "a"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if c := CommitOf(t.Context(), dir); c.Hash != v.Revision || len(c.Date) != len("2026-01-31") || c.Changed {
		t.Errorf("beside a file that git does not know: %+v", c)
	}
	git("add", "a")
	if c := CommitOf(t.Context(), dir); !c.Changed {
		t.Errorf("with a change: %+v", c)
	}
	git("checkout", "-q", "--detach")
	if v, ok := VersionOf(t.Context(), dir); !ok || v.Branch != "" {
		t.Errorf("without a branch: %v %+v", ok, v)
	}
}
