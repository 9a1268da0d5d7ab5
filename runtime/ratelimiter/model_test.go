package ratelimiter_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// modelCases is the file of the linter's report in which real controllers are held against its model. With
// UPDATE_MODEL=1 this test writes what it measures; else it checks that what is written is still so.
const modelCases = "../../internal/showing/simulate/testdata/real.json"

// A modelCase is a program under a load, and what real controllers do with it. Its outage lasts for 600 s or, for a
// restart, not at all.
type modelCase struct {
	Name     string              `json:"name"`
	Priority bool                `json:"priority"` // it is one for versions of controller-runtime with the priority queue as default
	Program  simulation.Program  `json:"program"`
	Load     simulation.Load     `json:"load"`
	Scenario int                 `json:"scenario"` // 0 for an outage, 1 for a restart
	Seconds  int                 `json:"seconds"`  // how long it runs
	Real     simulation.Measured `json:"real"`
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
	for i := range cases {
		c := &cases[i]
		if c.Priority != simulation.HasPriorities() || c.Program.Global != nil && c.Program.Global.Requeues {
			continue
		}
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
	if update {
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
	var global *rate.Limiter
	if g := c.Program.Global; g != nil {
		global = rate.NewLimiter(rate.Limit(g.Rate), int(g.Burst))
	}
	wrap := func(_ string, r reconcile.Reconciler) (reconcile.Reconciler, error) {
		return reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
			if err := global.Wait(ctx); err != nil {
				return reconcile.Result{}, err
			}
			return r.Reconcile(ctx, req)
		}), nil
	}
	got, err := c.Program.Run(t.Context(), c.Load, outage, time.Duration(c.Seconds)*time.Second, wrap)
	if err != nil {
		t.Fatal(err)
	}
	return got
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
