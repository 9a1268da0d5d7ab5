package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain lets the program of the tests be rllint, too: it then prints the files of a folder.
func TestMain(m *testing.M) {
	if dir := os.Getenv("ANSWERS_TEST_SAYS"); dir != "" {
		name := "found.json"
		if os.Args[1] == "inventory" {
			name = "inventory.json"
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			os.Exit(3)
		}
		fmt.Fprint(os.Stderr, os.Getenv("ANSWERS_TEST_TELLS"))
		here, _ := os.Getwd()
		fmt.Print(strings.ReplaceAll(string(data), "HERE", here))
		if len(data) > 3 {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const (
	finding = `{"level": "note", "posn": "HERE/a.go:1:2", "message": "x\ny", "related": [{"posn": "HERE/b.go:3:4", "message": "z"}],
		"suggested_fixes": [{"message": "do", "edits": [{"filename": "HERE/a.go", "start": 1, "end": 2, "new": "p"}]}]}`
	// The packages m/a and m/b lead to one place.
	oneFinding    = `{"m/a": {"RL4001": [` + finding + `]}, "m/b": {"RL4001": [` + finding + `]}}`
	oneController = `{"schema": "s/1", "controllers": [{"name": "c", "file": "a.go", "line": 1, "limiter": {"verdict": "%s"}}]}`
)

func TestCompareAll(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("ANSWERS_TEST_SAYS", dir)
	says := func(found, inventory string) {
		for name, data := range map[string]string{"found.json": found, "inventory.json": inventory} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	module := filepath.Join(dir, "owner+name@01234567", "sub")
	if err := os.MkdirAll(module, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(module, "go.mod"), []byte("module m\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	table := filepath.Join(dir, "table.tsv")
	rows := []*row{
		{repo: "owner/name", commit: "0123456789", module: "sub", modEdit: "-fmt"},
		{repo: "owner/absent", commit: "0123456789", module: ".", modEdit: "-"},
		{repo: "other/name", commit: "0123456789", module: ".", modEdit: "-"},
	}
	if err := writeTable(table, rows); err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := runner{rllint: program, checkouts: dir, keep: filepath.Join(dir, "keep"), timeout: time.Minute}
	compare := func(update bool, want string, changed int) result {
		t.Helper()
		rows, err := readTable(table)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		done, err := r.compareAll(rows, []string{"owner/"}, &out)
		if err != nil || out.String() != want || done.changed != changed || done.absent != 1 || done.failed+len(done.rows) != 1 {
			t.Errorf("%+v, %v, printed\n%s\nwant\n%s", done, err, out.String(), want)
		}
		if update {
			if err := writeTable(table, rows); err != nil {
				t.Fatal(err)
			}
		}
		return done
	}
	const absent, changed = "owner+absent@01234567: not checked out\n", "owner+name@01234567/sub: the answer is another one\n    "
	says(oneFinding, fmt.Sprintf(oneController, "unset"))
	done := compare(true, absent+changed+"new: RL4001=1\n", 1)
	if counts := done.counts(); !strings.Contains(counts, "| RL4001 | 1 | 1 |\n") || !strings.Contains(counts, "| RL2001 | 0 | 0 |\n") {
		t.Errorf("the counts are\n%s", counts)
	}
	compare(false, absent, 0)
	says("{}\n", fmt.Sprintf(oneController, "shared"))
	compare(false, absent+changed+"exit code: 0, was 1\n    "+
		"- finding RL4001 note a.go:1:2: x y | b.go:3:4: z\n    "+`- fix RL4001 a.go:1:2: do | a.go:1-2 "p"`+"\n    "+
		`+ inventory controllers {"name":"c","file":"a.go","line":1,"limiter":{"verdict":"shared"}}`+"\n    "+
		`- inventory controllers {"name":"c","file":"a.go","line":1,"limiter":{"verdict":"unset"}}`+"\n", 1)
	if err := os.RemoveAll(r.keep); err != nil {
		t.Fatal(err)
	}
	says(oneFinding, fmt.Sprintf(oneController, "shared"))
	compare(false, absent+changed+"hashes of findings, fixes and inventory: b13d1e4d1895-d114d483dcc0-069aff5876f5, was "+
		"b13d1e4d1895-d114d483dcc0-250970a518dc\n    to see the lines, build rllint at the commit that wrote this row, "+
		"run that with the same -keep, and then this again\n", 1)
	const fault = "internal error in the analysis of m/a: out of range"
	t.Setenv("ANSWERS_TEST_TELLS", "rllint: "+fault+"\nrllint: 1 note\n")
	compare(false, absent+"owner+name@01234567/sub: no answer: "+fault+"\n", 0)
	t.Setenv("ANSWERS_TEST_TELLS", "")
	says("", "")
	compare(false, absent+"owner+name@01234567/sub: no answer: findings cannot be read: unexpected end of JSON input\n", 0)
}

func TestReadTable(t *testing.T) {
	name := filepath.Join(t.TempDir(), "table.tsv")
	for bad, want := range map[string]string{
		"a\tb\n":                                                    "has other columns than",
		header + "\no/n\t0123456\t.\t-\n":                           ":2: the first columns are",
		header + "\nn\t01234567\t.\t-\n":                            ":2: the first columns are",
		header + "\no/n\t01234567\t.\n":                             ":2: 3 columns, want 10, or 4",
		header + "\no/n\t01234567\t.\t-\tx\ta\tb\tc\t0\t-\n":        "invalid syntax",
		header + "\no/n\t01234567\t.\t-\t0\ta\tb\tc\t0\tRL4001=x\n": "invalid syntax",
	} {
		if err := os.WriteFile(name, []byte(bad), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := readTable(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", bad, err, want)
		}
	}
}

// TestRecorded holds the recorded table to the form that writeTable gives it.
func TestRecorded(t *testing.T) {
	const recorded = "../../../docs/survey/answers.tsv"
	rows, err := readTable(recorded)
	if err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(t.TempDir(), "again.tsv")
	if err := writeTable(again, rows); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(recorded)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(again); err != nil || string(got) != string(want) {
		t.Errorf("make answers would write %s in another way, %v", recorded, err)
	}
}

func TestDifference(t *testing.T) {
	linesOf := func(message string, numbers ...string) []string {
		found := fmt.Sprintf(`{"m": {"RL1": [{"posn": "a.go:1", "message": %q}]}}`, message)
		list, err := lines([]byte(found), []byte(`{"controllers": [{"line": `+strings.Join(numbers, `}, {"line": `)+`}]}`))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	got := difference(linesOf("x", "1", "2"), linesOf("y", "2", "3"))
	want := []string{
		"- finding RL1  a.go:1: x",
		"+ finding RL1  a.go:1: y",
		`- inventory controllers {"line":1}`,
		`+ inventory controllers {"line":3}`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
