package analyzer

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rllint/rllint/internal/development/wanttest"
	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/driving/store"
)

// Of the types that other packages register, the importer mentions none and could name none.
const implementers = `
-- implementers/stage/stage.go --
// Package stage has interfaces that other packages implement, and where they register.
package stage

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
)

// A Stage is a part of what a reconciler does.
type Stage interface{ Run(context.Context) error }

// An Answer ends a reconcile.
type Answer interface {
	Give(context.Context) (ctrl.Result, error)
}

// What was registered.
var (
	Stages  []Stage
	Answers []Answer
)

-- implementers/stages/stages.go --
// Package stages registers a stage of a type that nobody else can name.
package stages

import (
	"context"
	"time"

	"rllint.test/implementers/stage"
)

func init() { stage.Stages = append(stage.Stages, slow{}) }

type slow struct{}

func (slow) Run(context.Context) error {
	time.Sleep(time.Minute)
	return nil
}

-- implementers/answers/answers.go --
// Package answers registers an answer of a type that nobody else can name.
package answers

import (
	"context"
	"errors"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/implementers/stage"
)

func init() { stage.Answers = append(stage.Answers, again{}) }

type again struct{}

func (again) Give(context.Context) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: time.Minute}, errors.New("not yet")
}

-- implementers/implementers.go --
// Package implementers has reconcilers that call what other packages registered.
package implementers

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"

	_ "rllint.test/implementers/answers"
	"rllint.test/implementers/stage"
	_ "rllint.test/implementers/stages"
)

// Staged runs all stages.
type Staged struct{}

// Reconcile runs the stages.
func (Staged) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for _, s := range stage.Stages {
		if err := s.Run(ctx); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// Answered gives the first answer.
type Answered struct{}

// Reconcile gives the answer.
func (Answered) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	return stage.Answers[0].Give(ctx)
}
`

// TestImplementers checks that calls through interfaces lead to types of other packages that the caller does not
// see: whichever driver runs, the first time and when only the caller has changed.
func TestImplementers(t *testing.T) {
	files := make(map[string]string)
	for _, f := range txtar.Parse([]byte(implementers)).Files {
		files[f.Name] = string(f.Data)
	}
	dir, m := generate(t, files)
	want := []string{"answers.go:19 RL4001", "stages.go:16 RL4003"}

	found, err := wanttest.Findings(dir, m.Env(), Plain(), "./implementers/...")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprintf("%s:%d %s", filepath.Base(f.File), f.Line, f.Rule))
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("x/tools' driver: got %q, want %q", got, want)
	}

	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, when := range []string{"the first time", "when nothing has changed", "when the caller has changed"} {
		if when == "when the caller has changed" {
			name := filepath.Join(dir, "implementers", "implementers.go")
			if err := os.WriteFile(name, []byte(files["implementers/implementers.go"]+"\n// Changed.\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		prog, err := load.Load(context.Background(),
			load.Config{Dir: dir, Env: m.Env(), Store: s, Matters: func(string, []string) bool { return false }}, "./implementers/...")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, report := range driver.Run(context.Background(), prog, Plain(), driver.Options{Store: s}) {
			for _, d := range report.Diagnostics {
				got = append(got, fmt.Sprintf("%s:%d %s", filepath.Base(d.Position.Filename), d.Position.Line, d.Analyzer))
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("the command's driver, %s: got %q, want %q", when, got, want)
		}
	}
}
