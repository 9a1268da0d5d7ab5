package adopt_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/changing/adopt"
	"github.com/rllint/rllint/internal/changing/edit"
	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
)

var update = flag.Bool("update", false, "write what becomes of the archives into them, to be read before it is committed")

// TestAdopt limits the programs of the archives in testdata. What becomes of a file is in the file of
// its name with .want, what is said of the rest in the file "left". Then the program compiles, and
// there is nothing left to do, or what is in the file "again" is wrong with a second run.
func TestAdopt(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	for _, name := range archives {
		shape := strings.TrimSuffix(filepath.Base(name), ".txtar")
		t.Run(shape, func(t *testing.T) {
			if testing.Short() && shape != "kubebuilder" {
				t.Skip("each shape takes seconds: the short tests have one of them")
			}
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want := make(map[string]string)
			dir := module(t, archive, want)
			plan, changes, _, err := run(t, dir)
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				rewrite(t, name, archive, dir, plan, changes)
				return
			}
			left := strings.ReplaceAll(strings.Join(plan.Left, "\n"), dir+string(filepath.Separator), "")
			if left != strings.TrimSpace(want["left"]) {
				t.Errorf("left alone:\n%s\nwant:\n%s", left, want["left"])
			}
			delete(want, "left")
			refused := strings.TrimSpace(want["again"])
			delete(want, "again")
			for _, f := range changes.Files {
				rel, err := filepath.Rel(dir, f.Name)
				if err != nil {
					t.Fatal(err)
				}
				if text := want[rel+".want"]; text != string(f.After) {
					t.Errorf("%s is not what is wanted:\n%s", rel, edit.File{Before: []byte(text), After: f.After}.Diff(rel))
				}
				delete(want, rel+".want")
				if err := f.Write(); err != nil {
					t.Fatal(err)
				}
			}
			for name := range want {
				t.Errorf("%s is not changed", strings.TrimSuffix(name, ".want"))
			}
			if len(changes.Files) == 0 {
				return
			}
			again, changes, limited, err := run(t, dir)
			if refused != "" || err != nil {
				if err == nil || err.Error() != refused {
					t.Errorf("a second run: %v, not: %s", err, refused)
				}
				return
			}
			if len(changes.Files) > 0 || again.Done == 0 || again.Done != limited {
				t.Errorf("a second run changes %d files; %d controllers have limits, of which rllint sees %d", len(changes.Files), again.Done, limited)
			}
		})
	}
}

// rewrite makes what becomes of an archive what is wanted of it.
func rewrite(t *testing.T, name string, archive *txtar.Archive, dir string, plan *adopt.Plan, changes *edit.Plan) {
	t.Helper()
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return strings.HasSuffix(f.Name, ".want") || f.Name == "left" })
	for _, f := range changes.Files {
		archive.Files = append(archive.Files, txtar.File{Name: strings.TrimPrefix(f.Name, dir+string(filepath.Separator)) + ".want",
			Data: f.After})
	}
	if len(plan.Left) > 0 {
		left := strings.ReplaceAll(strings.Join(plan.Left, "\n"), dir+string(filepath.Separator), "")
		archive.Files = append(archive.Files, txtar.File{Name: "left", Data: []byte(left + "\n")})
	}
	if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
		t.Fatal(err)
	}
}

// module writes the files of an archive as a module that requires controller-runtime and the runtime. What is
// wanted goes to a map.
func module(t *testing.T, archive *txtar.Archive, want map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	runtime, err := filepath.Abs("../../../runtime")
	if err != nil {
		t.Fatal(err)
	}
	corpus := "../../../testdata/src"
	mod, err := os.ReadFile(filepath.Join(corpus, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(corpus, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	files := append([]txtar.File{
		{Name: "go.mod", Data: []byte(string(mod) + "\nrequire github.com/rllint/rllint/runtime v0.1.0\n\nrequire " +
			"github.com/rllint/rllint/runtime/priority v0.1.0\n" +
			"\nreplace github.com/rllint/rllint/runtime => " + runtime + "\n\nreplace github.com/rllint/rllint/runtime/priority => " + runtime +
			"/priority\n")},
		{Name: "go.sum", Data: sum},
	}, archive.Files...)
	files = slices.DeleteFunc(files, func(f txtar.File) bool {
		wanted := strings.HasSuffix(f.Name, ".want") || f.Name == "left" || f.Name == "again"
		if wanted {
			want[f.Name] = string(f.Data)
		}
		return wanted
	})
	if err := txtar.Write(&txtar.Archive{Files: files}, dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// run plans the changes of a module, which must compile. With them come how many controllers are wrapped and
// have a limiter of retries.
func run(t *testing.T, dir string) (*adopt.Plan, *edit.Plan, int, error) {
	t.Helper()
	prog, err := load.Load(context.Background(), load.Config{
		Dir:   dir,
		Env:   append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off"),
		Tests: true,
		Matters: func(path string, imports []string) bool {
			return known.Matters(path, imports, func(string) bool { return false })
		},
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	collector := new(adopt.Collector)
	reports := driver.Run(context.Background(), prog, []*analysis.Analyzer{collector.Analyzer(), model.Analyzer}, driver.Options{})
	main := "" // the only one
	if _, err := os.Stat(filepath.Join(dir, "cmd", "manager")); err == nil {
		main = "rllint.test/cmd/manager"
	}
	_, err = os.Stat(filepath.Join(dir, "options"))
	workers := err == nil
	limited := 0
	for _, r := range reports {
		for _, problem := range r.Problems {
			t.Error(problem)
		}
		result, ok := r.Results[model.Analyzer].(*model.Result)
		if !ok || !r.Package.Named {
			continue
		}
		for _, c := range result.Controllers {
			if c.Main == r.Package.Path && (main == "" || c.Main == main) && c.Limits[judge.Middleware].Verdict == judge.Wrapped &&
				c.Limits[judge.Limiter].Verdict != judge.Unset {
				limited++
			}
		}
	}
	opts := adopt.Options{Rate: 10, Workers: workers}
	if main != "" {
		opts.Mains = []string{main}
	}
	plan, err := adopt.Make(collector, reports, opts)
	if err != nil {
		return nil, nil, limited, err
	}
	changes := edit.Make(plan.Changes, edit.Options{})
	for _, r := range changes.Refused {
		plan.Left = append(plan.Left, r.Finding.Message+": "+r.Reason)
	}
	return plan, changes, limited, nil
}
