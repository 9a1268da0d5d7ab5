//go:build go1.25

package model

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	crossplane "github.com/crossplane/crossplane-runtime/pkg/ratelimiter"
	"golang.org/x/time/rate"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/rllint/rllint/runtime/internal/simulation"
	"github.com/rllint/rllint/runtime/ratelimiter"
)

// modelCases is the file of the linter's report in which real controllers are held against its model. With
// UPDATE_MODEL=1 this test writes what it measures; else it checks that what is written is still so.
const modelCases = "../../internal/showing/simulate/testdata/real.json"

// A modelCase is a program under a load, and what real controllers do with it. Its outage lasts for 600 s or, for a
// restart, not at all.
type modelCase struct {
	Name     string              `json:"name"`
	Version  string              `json:"version"` // of controller-runtime, v0.25 for one
	Limiter  string              `json:"limiter"` // of the global limit: one of the limiters
	Program  simulation.Program  `json:"program"`
	Load     simulation.Load     `json:"load"`
	Scenario int                 `json:"scenario"` // 0 for an outage, 1 for a restart
	Seconds  int                 `json:"seconds"`  // how long it runs
	Real     simulation.Measured `json:"real"`
}

// The limiters that programs have.
const (
	none        = "" // no global limit
	waiting     = "a middleware that waits"
	sendingBack = "crossplane-runtime"
	ours        = "this library"
	oursDropIn  = "this library's drop-in" // under crossplane-runtime's middleware
)

// version is the one of controller-runtime that this test is built with, such as v0.25: its sources lie in a folder
// that is named for it.
func version(t *testing.T) string {
	t.Helper()
	file, _ := runtime.FuncForPC(reflect.ValueOf(controller.New).Pointer()).FileLine(0)
	found := regexp.MustCompile(`controller-runtime@(v\d+\.\d+)\.`).FindStringSubmatch(file)
	if found == nil {
		t.Fatalf("the version of controller-runtime is not known: it is in %s", file)
	}
	return found[1]
}

// TestModelCases runs the cases with the controller-runtime of this build.
func TestModelCases(t *testing.T) {
	data, err := os.ReadFile(modelCases)
	if os.IsNotExist(err) {
		t.Skip("the linter's module is not beside this one")
	}
	if err != nil {
		t.Fatal(err)
	}
	var cases []modelCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	update := os.Getenv("UPDATE_MODEL") != ""
	run := 0
	for i := range cases {
		c := &cases[i]
		if c.Version != version(t) {
			continue
		}
		run++
		t.Run(c.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				got := c.run(t)
				if update {
					c.Real = got
					return
				}
				near(t, "reconciles", total(got.Reconciles), total(c.Real.Reconciles))
				near(t, "requests", total(got.Requests), total(c.Real.Requests))
				near(t, "recovered", got.Recovered, c.Real.Recovered)
			})
		})
	}
	if run == 0 {
		t.Errorf("no case is for %s", version(t))
	}
	if update && !t.Failed() {
		data, err := json.MarshalIndent(cases, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(modelCases, append(data, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func (c *modelCase) run(t *testing.T) simulation.Measured {
	t.Helper()
	outage := time.Duration(0)
	if c.Scenario == 0 {
		outage = 600 * time.Second
	}
	got, err := c.Program.Run(t.Context(), c.Load, outage, time.Duration(c.Seconds)*time.Second, c.wrap(t))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// wrap returns what puts the global limit around a controller.
func (c *modelCase) wrap(t *testing.T) func(name string, o *controller.Options) error {
	t.Helper()
	g := c.Program.Global
	switch c.Limiter {
	case none:
		return nil
	case waiting:
		limiter := rate.NewLimiter(rate.Limit(g.Rate), int(g.Burst))
		return func(_ string, o *controller.Options) error {
			inner := o.Reconciler
			o.Reconciler = reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
				if err := limiter.Wait(ctx); err != nil {
					return reconcile.Result{}, err
				}
				return inner.Reconcile(ctx, req)
			})
			return nil
		}
	case sendingBack:
		global := crossplane.NewGlobal(int(g.Rate))
		return func(name string, o *controller.Options) error {
			o.Reconciler, o.RateLimiter = crossplane.NewReconciler(name, o.Reconciler, global), crossplane.NewController()
			return nil
		}
	}
	limits, err := ratelimiter.New(int(g.Rate))
	if err != nil {
		t.Fatal(err)
	}
	switch c.Limiter {
	case oursDropIn:
		global := limits.GlobalRateLimiter(nil)
		return func(name string, o *controller.Options) error {
			o.Reconciler, o.RateLimiter = crossplane.NewReconciler(name, o.Reconciler, global), crossplane.NewController()
			return nil
		}
	case ours:
		return func(name string, o *controller.Options) error {
			limited, err := ratelimiter.NewReconciler(name, o.Reconciler, limits)
			if err != nil {
				return err
			}
			workers := o.MaxConcurrentReconciles
			*o = optionsOf(limited)
			o.Reconciler, o.MaxConcurrentReconciles = limited, workers
			return nil
		}
	}
	return func(string, *controller.Options) error { return fmt.Errorf("there is no limiter %q", c.Limiter) }
}

func total(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 0.02*math.Abs(want) {
		t.Errorf("%s: %v, and %v is written down; run this test with UPDATE_MODEL=1", what, got, want)
	}
}
