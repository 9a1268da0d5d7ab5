package simulate

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"
)

// TestReal holds the model against what real controllers did, with client-go's limiters and in virtual time: TestModelCases of
// the module runtime/model measured it. They agree within 3 %. Of a wait, within half a second too, or a quarter of what a reconcile takes
// that waits for the client: which worker is free first depends on the order of events at one moment.
func TestReal(t *testing.T) {
	data, err := os.ReadFile("testdata/real.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name     string   `json:"name"`
		Program  Program  `json:"program"`
		Load     Load     `json:"load"`
		Scenario Scenario `json:"scenario"`
		Seconds  float64  `json:"seconds"`
		Real     struct {
			Reconciles, Requests, Waits []float64
			Recovered                   float64
		} `json:"real"`
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 78 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if len(c.Real.Reconciles) == 0 {
				t.Fatal("nothing was measured")
			}
			m := newModel(c.Program, c.Load, c.Scenario, 1)
			m.run()
			r := m.result()
			// After the model's end only probes are left.
			bins := min(len(r.Reconciles), len(c.Real.Reconciles), int(c.Seconds/r.Bin))
			agree := func(what string, got, want, slack float64) {
				t.Helper()
				if math.Abs(got-want) > math.Max(0.03*want, slack) {
					t.Errorf("%s: the model has %.4g, real controllers %.4g", what, got, want)
				}
			}
			agree("reconciles", sumOf(r.Reconciles[:bins])*r.Bin, sumOf(c.Real.Reconciles[:bins]), 3)
			agree("requests", sumOf(r.Requests[:bins])*r.Bin, sumOf(c.Real.Requests[:min(bins, len(c.Real.Requests))]), 6)
			if r.Recovered < c.Seconds {
				agree("recovered", r.Recovered, c.Real.Recovered, 0.5)
			}
			waits, served := 0.0, 0
			for i, p := range r.Probes {
				if i < len(c.Real.Waits) && p.Wait >= 0 {
					waits += p.Wait - c.Real.Waits[i]
					served++
				}
			}
			if served > 0 {
				slack := 0.5
				if c.Program.Client != nil {
					workers, _, _ := c.Program.Capacity(Load{Reconcile: 1})
					slack = math.Max(slack, 0.25*workers*float64(c.Load.Requests)/c.Program.Client.Rate)
				}
				agree("mean wait of a new object", sumOf(c.Real.Waits[:served])/float64(served)+waits/float64(served),
					sumOf(c.Real.Waits[:served])/float64(served), slack)
			}
			// Minute by minute, as the charts show it. What chance adds is not the same in both.
			slack := 10.0
			if c.Program.Groups[0].Jitter > 0 {
				slack = 50
			}
			for at := 0; at+6 <= bins; at += 6 {
				agree(fmt.Sprintf("reconciles of minute %d", at/6+1), sumOf(r.Reconciles[at:at+6])*r.Bin, sumOf(c.Real.Reconciles[at:at+6]), slack)
			}
		})
	}
}
