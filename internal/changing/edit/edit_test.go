package edit_test

import (
	"bytes"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rllint/rllint/internal/changing/edit"
	"github.com/rllint/rllint/internal/showing/findings"
)

// replace is a finding whose fix puts text in the place of each of the words.
func replace(name, content, text string, words ...string) findings.Finding {
	var edits []findings.Edit
	for _, w := range words {
		start := strings.Index(content, w)
		edits = append(edits, findings.Edit{
			Position: token.Position{Filename: name, Offset: start, Line: 1},
			End:      token.Position{Filename: name, Offset: start + len(w), Line: 1},
			NewText:  text,
		})
	}
	return findings.Finding{Rule: "RL1", Fixes: []findings.Fix{{Edits: edits}}}
}

// before is a finding whose fix adds text before a word.
func before(name, content, text, word string) findings.Finding {
	f := replace(name, content, text, word)
	f.Fixes[0].Edits[0].End = f.Fixes[0].Edits[0].Position
	return f
}

func write(t *testing.T, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestMake(t *testing.T) {
	const content = "package a\n\nimport \"fmt\"\n\nfunc f() { fmt.Print(one, two) }\n\nvar one, two int\n"
	tests := []struct {
		name    string
		content string
		fixes   func(name, content string) []findings.Finding
		want    string // "" if nothing changes
		refused string // "" if nothing is refused
	}{
		{
			name:    "two fixes in one file",
			content: content,
			fixes: func(name, c string) []findings.Finding {
				return []findings.Finding{replace(name, c, "1", "one"), replace(name, c, "22", "two")}
			},
			want: strings.Replace(content, "one, two", "1, 22", 1),
		},
		{
			name:    "the same edit by two fixes is made once",
			content: content,
			fixes: func(name, c string) []findings.Finding {
				return []findings.Finding{before(name, c, "1+", "one"), before(name, c, "1+", "one")}
			},
			want: strings.Replace(content, "(one", "(1+one", 1),
		},
		{
			name:    "the first of two fixes that differ",
			content: content,
			fixes: func(name, c string) []findings.Finding {
				return []findings.Finding{replace(name, c, "1", "one"), replace(name, c, "2", "one, two")}
			},
			want:    strings.Replace(content, "(one", "(1", 1),
			refused: "another fix changes the same place",
		},
		{
			name:    "all edits of a fix or none",
			content: content,
			fixes: func(name, c string) []findings.Finding {
				return []findings.Finding{replace(name, c, "1", "one"), replace(name, c, "2", "two", "one")}
			},
			want:    strings.Replace(content, "(one", "(1", 1),
			refused: "another fix changes the same place",
		},
		{
			name:    "nothing is added within what another fix replaces",
			content: content,
			fixes: func(name, c string) []findings.Finding {
				return []findings.Finding{replace(name, c, "1", "one, two"), before(name, c, "2+", "two")}
			},
			want:    strings.Replace(content, "one, two", "1", 1),
			refused: "another fix changes the same place",
		},
		{
			name:    "an import that is used no more goes",
			content: content,
			fixes: func(name, c string) []findings.Finding {
				return []findings.Finding{replace(name, c, "print", "fmt.Print")}
			},
			want: "package a\n\nfunc f() { print(one, two) }\n\nvar one, two int\n",
		},
		{
			name:    "an import that is used no more goes with its comment and the gap before it",
			content: "package a\n\nimport (\n\t\"fmt\"\n\n\t// to pause\n\t\"time\" // s\n)\n\nfunc f() { fmt.Print(time.Second) }\n",
			fixes: func(name, c string) []findings.Finding {
				return []findings.Finding{replace(name, c, "1", "time.Second")}
			},
			want: "package a\n\nimport (\n\t\"fmt\"\n)\n\nfunc f() { fmt.Print(1) }\n",
		},
		{
			name:    "the first import goes",
			content: "package a\n\nimport (\n\t\"time\"\n\n\tx \"fmt\"\n)\n\nfunc f() { x.Print(time.Second, time.Minute) }\n",
			fixes: func(name, c string) []findings.Finding {
				return []findings.Finding{replace(name, c, "1", "time.Second"), replace(name, c, "2", "time.Minute")}
			},
			want: "package a\n\nimport (\n\tx \"fmt\"\n)\n\nfunc f() { x.Print(1, 2) }\n",
		},
		{
			name:    "all imports go",
			content: "package a\n\nimport (\n\t\"time\"\n)\n\nvar x = time.Second\n",
			fixes: func(name, c string) []findings.Finding {
				return []findings.Finding{replace(name, c, "1", "time.Second")}
			},
			want: "package a\n\nvar x = 1\n",
		},
		{
			name:    "the ends of lines stay what they are",
			content: strings.ReplaceAll(content, "\n", "\r\n"),
			fixes: func(name, c string) []findings.Finding {
				return []findings.Finding{before(name, c, "// f prints.\n", "func f")}
			},
			want: strings.ReplaceAll(strings.Replace(content, "func f", "// f prints.\nfunc f", 1), "\n", "\r\n"),
		},
		{
			name:    "what would not parse",
			content: content,
			fixes: func(name, c string) []findings.Finding {
				return []findings.Finding{replace(name, c, "(", "one")}
			},
			refused: "which is a fault of rllint",
		},
		{
			name:    "a file that became shorter",
			content: content,
			fixes: func(name, c string) []findings.Finding {
				return []findings.Finding{before(name, c+strings.Repeat(" ", 100)+"end", "", "end")}
			},
			refused: "was changed while it was analysed",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			name := write(t, test.content)
			plan := edit.Make(test.fixes(name, test.content), edit.Options{})
			got := ""
			for _, f := range plan.Files {
				got = string(f.After)
			}
			if got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
			switch {
			case test.refused == "" && len(plan.Refused) > 0:
				t.Errorf("refused: %s", plan.Refused[0].Reason)
			case test.refused != "" && (len(plan.Refused) != 1 || !strings.Contains(plan.Refused[0].Reason, test.refused)):
				t.Errorf("refused: %v, want %s", plan.Refused, test.refused)
			}
		})
	}
}

// A file that was saved after the analysis has begun may be another one.
func TestChangedMeanwhile(t *testing.T) {
	const content = "package a\n"
	name := write(t, content)
	for _, test := range []struct {
		analysed time.Time
		files    int
	}{{time.Now().Add(time.Hour), 1}, {time.Now().Add(-time.Hour), 0}} {
		plan := edit.Make([]findings.Finding{replace(name, content, "b", "a\n")}, edit.Options{Analysed: test.analysed})
		if len(plan.Files) != test.files {
			t.Errorf("%d files, want %d: %v", len(plan.Files), test.files, plan.Refused)
		}
	}
}

func TestWriteAndRestore(t *testing.T) {
	name := write(t, "package a\n")
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	f := edit.File{Name: name, Before: []byte("package a\n"), After: []byte("package b\n")}
	for _, step := range []struct {
		do   func() error
		want []byte
	}{{f.Write, f.After}, {f.Restore, f.Before}} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		if err != nil || !bytes.Equal(got, step.want) {
			t.Errorf("%q, %v, want %q", got, err, step.want)
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("the mode is %v, %v", info.Mode(), err)
		}
		entries, err := os.ReadDir(filepath.Dir(name))
		if err != nil || len(entries) != 1 {
			t.Errorf("%d files are left behind, %v", len(entries)-1, err)
		}
	}
}

func TestWithin(t *testing.T) {
	root, other := t.TempDir(), t.TempDir()
	for _, name := range []string{root + "/a.go", root + "/vendor/b/b.go", root + "/p/vendor/b.go", root + "/vendored/c.go", other + "/d.go"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"inside.go": "a.go", "outside.go": other + "/d.go", "tovendor.go": "vendor/b/b.go",
		"tree": other} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]bool{
		"a.go": true, "inside.go": true, "vendored/c.go": true,
		"vendor/b/b.go": false, "p/vendor/b.go": false, "outside.go": false, "tovendor.go": false, "tree/d.go": false, "missing.go": false,
	} {
		if got := edit.Within(filepath.Join(root, name), []string{other + "/none", root}); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestDiff checks that a diff changes no line that is the same on both sides, even where no line of the file is there but once.
func TestDiff(t *testing.T) {
	const part = "\tif err != nil {\n\t\treturn result, err\n\t}\n\n"
	f := edit.File{Before: []byte(strings.Repeat(part, 5)), After: []byte(strings.Repeat(strings.ReplaceAll(part, "result", "empty"), 5))}
	diff := string(f.Diff("m.go"))
	for _, line := range []string{"\n-\t\treturn result, err\n", "\n+\t\treturn empty, err\n"} {
		if n := strings.Count(diff, line); n != 5 {
			t.Errorf("%d times %q, want 5", n, line)
		}
	}
	if n := strings.Count(diff, "\n-") + strings.Count(diff, "\n+"); n != 11 { // and that of the new name
		t.Errorf("%d lines are changed, want 5 on each side:\n%s", n-1, diff)
	}
}

// TestDiffApplies checks that git applies a diff of several hunks, of which the first has two changes and a line less, and that each says
// where it stands in both files.
func TestDiffApplies(t *testing.T) {
	var before []string
	for i := range 40 {
		before = append(before, fmt.Sprintf("line %d\n", i))
	}
	after := slices.Delete(slices.Clone(before), 3, 4)
	after[6], after[20], after[38] = "other 7\n", "other 21\nand more\n", "other 39\n"
	f := edit.File{Before: []byte(strings.Join(before, "")), After: []byte(strings.Join(after, ""))}
	diff := string(f.Diff("m.txt"))
	for _, head := range []string{"@@ -1,11 +1,10 @@", "@@ -19,7 +18,8 @@", "@@ -37,4 +37,4 @@"} {
		if !strings.Contains(diff, "\n"+head+"\n") {
			t.Errorf("no hunk %q in\n%s", head, diff)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "m.txt"), f.Before, 0o600); err != nil {
		t.Fatal(err)
	}
	apply := exec.Command("git", "apply", "-")
	apply.Dir, apply.Stdin = dir, strings.NewReader(diff)
	if out, err := apply.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, diff)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "m.txt")); err != nil || string(got) != string(f.After) {
		t.Errorf("got %v\n%s", err, got)
	}
}
