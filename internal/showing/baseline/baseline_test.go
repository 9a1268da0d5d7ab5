package baseline

import (
	"go/token"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/sourcetext"
)

func about(rule, file string, controllers ...string) findings.Finding {
	return findings.Finding{Rule: rule, Path: "m/main", Position: token.Position{Filename: file, Line: 1}, Message: "they run one worker",
		Controllers: controllers}
}

// TestCompareControllers checks that findings about controllers are known by the controllers.
func TestCompareControllers(t *testing.T) {
	known := Of([]findings.Finding{
		about("RL1003", "main.go", "m/a A", "m/b B", "m/c C"),
		about("RL1001", "main.go", "m/a A"),
		about("RL1003", "main.go", "m/u ", "m/u "),
	}, new(sourcetext.Files))
	for _, test := range []struct {
		name  string
		found []findings.Finding
		want  []string // messages of what is new
		stale int
	}{
		{"the same", []findings.Finding{about("RL1003", "main.go", "m/a A", "m/b B", "m/c C"), about("RL1001", "main.go", "m/a A"),
			about("RL1003", "main.go", "m/u ", "m/u ")}, nil, 0},
		{"in another file", []findings.Finding{about("RL1003", "setup.go", "m/a A", "m/b B", "m/c C")}, nil, 2},
		{"a further controller", []findings.Finding{about("RL1003", "main.go", "m/a A", "m/b B", "m/c C", "m/d D")},
			[]string{"they run one worker; not in the baseline: D"}, 2},
		{"a further one of no name", []findings.Finding{about("RL1003", "main.go", "m/u ", "m/u ", "m/u ")},
			[]string{"they run one worker; not in the baseline: m/u"}, 2},
		{"fewer", []findings.Finding{about("RL1003", "main.go", "m/b B")}, nil, 2},
		{"by two causes", []findings.Finding{about("RL1003", "main.go", "m/a A"), about("RL1003", "main.go", "m/b B", "m/c C")}, nil, 2},
		{"by another rule", []findings.Finding{about("RL1002", "main.go", "m/a A")}, []string{"they run one worker"}, 3},
		{"twice", []findings.Finding{about("RL1001", "main.go", "m/a A"), about("RL1001", "second.go", "m/a A")}, []string{"they run one worker"},
			2},
		{"nothing", nil, nil, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := known.Compare(test.found, new(sourcetext.Files), func(string, string) bool { return true })
			var messages []string
			for _, f := range got.New {
				messages = append(messages, f.Message)
			}
			if !slices.Equal(messages, test.want) || got.Stale != test.stale {
				t.Errorf("new %q, stale %d; want %q, %d", messages, got.Stale, test.want, test.stale)
			}
		})
	}
}

// TestCompareWhatRan checks that entries of packages and rules that did not run are not stale.
func TestCompareWhatRan(t *testing.T) {
	known := Of([]findings.Finding{about("RL1003", "main.go", "m/a A")}, new(sourcetext.Files))
	for rule, want := range map[string]int{"RL1003": 1, "RL1001": 0} {
		got := known.Compare(nil, new(sourcetext.Files), func(r, pkg string) bool { return r == rule && pkg == "m/main" })
		if got.Stale != want {
			t.Errorf("with %s: %d stale, want %d", rule, got.Stale, want)
		}
	}
}

func TestWriteAndRead(t *testing.T) {
	list := []findings.Finding{about("RL1003", "main.go", "m/a A"), about("RL0001", "main.go")}
	name := filepath.Join(t.TempDir(), "known.json")
	if err := Of(list, new(sourcetext.Files)).Write(name); err != nil {
		t.Fatal(err)
	}
	b, err := Read(name)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Compare(list, new(sourcetext.Files), func(string, string) bool { return true }); len(got.New) > 0 || got.Stale > 0 {
		t.Errorf("what was written knows other findings: %+v", got)
	}
}
