package analyzer

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/wanttest"
)

const stepsPackage = `// Package steps has what reconcilers of other packages do.
package steps

import (
	"context"
	"errors"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

var ErrWait = errors.New("wait")

func Broken(err error) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: time.Second}, err
}

func Waiting(ready bool) (ctrl.Result, error) {
	if !ready {
		return ctrl.Result{RequeueAfter: time.Second}, ErrWait
	}
	return ctrl.Result{}, nil
}

func After(d time.Duration, err error) (ctrl.Result, error) { return ctrl.Result{RequeueAfter: d}, err }

func Pause(context.Context) { time.Sleep(time.Second) }

func Allowed(context.Context) {
	time.Sleep(time.Second) //rllint:ignore RL4003 the device needs it
}

type Stage struct{}

func (*Stage) Run(ctx context.Context) (ctrl.Result, error) {
	time.Sleep(time.Minute)
	return ctrl.Result{RequeueAfter: time.Second}, ErrWait
}
`

const reconcilersPackage = `// Package reconcilers uses package steps.
package reconcilers

import (
	"context"
	"errors"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/steps"
)

type broken struct{ err error }

func (r *broken) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	steps.Pause(ctx)
	steps.Allowed(ctx)
	if r.err == nil {
		return steps.Broken(nil)
	}
	return steps.Broken(r.err)
}

type swallows struct{ ready bool }

func (r *swallows) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	result, err := steps.Waiting(r.ready)
	if errors.Is(err, steps.ErrWait) {
		return result, nil
	}
	return result, err
}

type after struct{ err error }

func (r *after) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if r.err != nil {
		return steps.After(time.Second, r.err)
	}
	return steps.After(0, r.err)
}

type stage interface {
	Run(context.Context) (ctrl.Result, error)
}

type staged struct{ stage }

func (r *staged) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	return r.stage.Run(ctx)
}
`

// TestAcrossPackages checks that what a reconciler does in packages that it imports is found where
// it is done.
func TestAcrossPackages(t *testing.T) {
	dir, m := generate(t, map[string]string{"steps/steps.go": stepsPackage, "reconcilers/reconcilers.go": reconcilersPackage})
	findings, err := wanttest.Findings(dir, m.Env(), Plain(), "./steps", "./reconcilers")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range findings {
		got = append(got, fmt.Sprintf("%s:%d %s", filepath.Base(f.File), f.Line, f.Rule))
	}
	slices.Sort(got)
	want := []string{
		"reconcilers.go:39 RL4001", // who calls After decides on both
		"steps.go:15 RL4001",
		"steps.go:27 RL4003",
		"steps.go:36 RL4003",
		"steps.go:37 RL4001",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
