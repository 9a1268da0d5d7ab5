package changes

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A repository is a git checkout for one test.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git to ask for changes")
	}
	r := repository{t, t.TempDir()}
	r.git("init", "--quiet", "--initial-branch=main")
	return r
}

func (r repository) git(args ...string) {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"},
		args...)...)
	cmd.Dir = r.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func (r repository) write(name, content string) {
	r.t.Helper()
	file := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

func (r repository) commit() {
	r.t.Helper()
	r.git("add", "--all")
	r.git("commit", "--quiet", "--message=m")
}

func TestSince(t *testing.T) {
	r := newRepository(t)
	r.write("same.go", "1\n2\n")
	r.write("changed.go", "1\n2\n3\n4\n5\n6\n")
	r.write("sub/über \"a\".go", "1\n2\n")
	// Lines that look like headings of a diff, once they are added or removed.
	r.write("odd.go", "-- a/b.go\n2\n3\n")
	r.write(".gitignore", "ignored.go\n")
	r.commit()
	r.git("branch", "side")
	r.git("checkout", "--quiet", "-b", "work")
	r.write("changed.go", "1\ntwo\n3\n5\n6\n7\n8\n") // 2 changed, 4 removed, 7 and 8 added
	r.commit()
	r.write("sub/über \"a\".go", "1\ntwo") // not committed, without a newline at the end
	r.write("odd.go", "++ b/same.go\n2\n@@ -1 +1,2 @@\n3\n")
	r.write("new.go", "1\n")
	r.write("ignored.go", "1\n")
	// What came on the other branch meanwhile is no change of this one.
	r.git("stash", "--quiet", "--include-untracked")
	r.git("checkout", "--quiet", "side")
	r.write("same.go", "one\n2\n")
	r.commit()
	r.git("checkout", "--quiet", "work")
	r.git("stash", "pop", "--quiet")

	lines, err := Since(context.Background(), filepath.Join(r.dir, "sub"), "side")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		file        string
		first, last int
		want        bool
	}{
		{"same.go", 1, 2, false},
		{"changed.go", 1, 1, false},
		{"changed.go", 2, 2, true},
		{"changed.go", 3, 5, false},
		{"changed.go", 3, 6, true},
		{"changed.go", 7, 7, true},
		{"sub/über \"a\".go", 1, 1, false},
		{"sub/über \"a\".go", 2, 2, true},
		{"odd.go", 1, 1, true},
		{"odd.go", 2, 2, false},
		{"odd.go", 3, 3, true},
		{"odd.go", 4, 4, false},
		{"new.go", 1, 1, true},
		{"ignored.go", 1, 1, false},
		{"../outside.go", 1, 1, false},
	} {
		if got := lines.Touch(filepath.Join(r.dir, test.file), test.first, test.last); got != test.want {
			t.Errorf("%s:%d-%d changed: %v", test.file, test.first, test.last, got)
		}
	}
}

// TestSinceWhateverGitIsTold checks that neither git's settings and attributes nor repositories within the checkout hide a change.
func TestSinceWhateverGitIsTold(t *testing.T) {
	library := newRepository(t)
	library.write("old.go", "1\n")
	library.commit()
	r := newRepository(t)
	const twenty = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n"
	r.write("a.go", twenty)
	r.write("zz_generated.go", "1\n2\n")
	r.write("folder/moved.go", twenty)
	r.write(".gitattributes", "zz_*.go -diff\n")
	r.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.dir, "library")
	r.commit()
	r.git("checkout", "--quiet", "-b", "work")
	for key, value := range map[string]string{
		"diff.interHunkContext": "10", "diff.context": "5", "diff.noprefix": "true", "diff.mnemonicPrefix": "true", "diff.submodule": "log",
		"diff.relative": "true", "diff.renames": "false", "color.ui": "always",
	} {
		r.git("config", key, value)
	}
	r.write("a.go", strings.Replace(strings.Replace(twenty, "5", "five", 1), "9", "nine", 1))
	r.write("b.go", "1\n")
	r.git("add", "b.go")
	r.write("zz_generated.go", "1\ntwo\n")
	r.git("mv", "folder/moved.go", "renamed.go")
	r.write("renamed.go", strings.Replace(twenty, "7", "seven", 1))
	r.write("library/untracked.go", "1\n")
	r.write("library/old.go", "one\n")
	nested := repository{t, filepath.Join(r.dir, "nested")}
	r.write("nested/x.go", "1\n")
	nested.git("init", "--quiet")

	lines, err := Since(context.Background(), r.dir, "main")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		file string
		line int
		want bool
	}{
		{"a.go", 5, true},
		{"a.go", 7, false},
		{"a.go", 9, true},
		{"b.go", 1, true},
		{"zz_generated.go", 1, false},
		{"zz_generated.go", 2, true},
		{"renamed.go", 6, false},
		{"renamed.go", 7, true},
		{"library/untracked.go", 1, true},
		{"library/old.go", 1, true},
		{"nested/x.go", 1, true},
	} {
		if got := lines.Touch(filepath.Join(r.dir, test.file), test.line, test.line); got != test.want {
			t.Errorf("%s:%d changed: %v", test.file, test.line, got)
		}
	}
}

func TestSinceErrors(t *testing.T) {
	r := newRepository(t)
	r.write("a.go", "1\n")
	r.commit()
	r.git("checkout", "--quiet", "--orphan", "other")
	r.write("b.go", "1\n") // else it would be the same commit
	r.commit()
	for revision, want := range map[string]string{
		"missing": "git knows no commit missing: fetch it first",
		"--all":   "git knows no commit --all: fetch it first",
		"main":    "git finds no commit that main and HEAD have in common: fetch more of the history",
	} {
		if _, err := Since(context.Background(), r.dir, revision); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", revision, err, want)
		}
	}
	if _, err := Since(context.Background(), t.TempDir(), "main"); err == nil ||
		!strings.Contains(err.Error(), "is not in a git checkout that can be read") {
		t.Errorf("outside of a checkout: %v", err)
	}
}

// FuzzParse checks that no diff makes the parser panic, and that no span is empty or outside of a file.
func FuzzParse(f *testing.F) {
	f.Add([]byte("--- a/x\n+++ b/x\n@@ -1 +1,2 @@ f\n-a\n+b\n+c\n"))
	f.Add([]byte("+++ \"b/\\303\\274\"\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n"))
	f.Fuzz(func(t *testing.T, diff []byte) {
		files, err := parse(diff)
		if err != nil {
			return
		}
		for name, spans := range files {
			for _, s := range spans {
				if s.last < s.first {
					t.Errorf("%s has the span %v", name, s)
				}
			}
		}
	})
}
