package model

import (
	"bytes"
	"encoding/gob"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// wireResult is the stored form of a Result: what drivers show of it. Causes, what functions do, and what fixes need, are for
// the rules that run with the analysis and are not stored.
type wireResult struct {
	Controllers  []wireController
	Programs     []Program
	Missed       []Missed
	Fault, Trace string
	Bounds       []string
	Present      []presence
	Elsewhere    []Site
	Taken        int
	TookAll      bool
}

type wireController struct {
	Site                                                     Site
	Constructor, Package, Function, Name, For, Main, Version string
	Reconciler                                               symbol.Name
	OwnWorkers                                               bool
	Queue                                                    bool
	Kept                                                     *Kept
	Limits                                                   map[string]Limit // by the attribute's key
}

// GobEncode and GobDecode let a driver keep a result for its next run.
func (r *Result) GobEncode() ([]byte, error) {
	w := wireResult{Programs: r.Programs, Missed: r.Missed, Fault: r.Why, Trace: r.Trace, Bounds: r.Bounds, Present: r.present,
		Elsewhere: r.Elsewhere, Taken: r.taken, TookAll: r.tookAll}
	for _, c := range r.Controllers {
		limits := make(map[string]Limit, len(c.Limits))
		for attr, l := range c.Limits {
			limits[attr.Key] = l
		}
		w.Controllers = append(w.Controllers, wireController{c.Site, c.Constructor, c.Package, c.Function, c.Name, c.For, c.Main, c.Version,
			c.Reconciler, c.OwnWorkers, c.Queue, c.Kept, limits})
	}
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(w)
	return b.Bytes(), err
}

// GobDecode reads what GobEncode wrote. It returns an error for anything else.
func (r *Result) GobDecode(data []byte) error {
	var w wireResult
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&w); err != nil {
		return err
	}
	*r = Result{Programs: w.Programs, Missed: w.Missed, Fault: report.Fault{Why: w.Fault, Trace: w.Trace}, Bounds: w.Bounds,
		present: w.Present, Elsewhere: w.Elsewhere, taken: w.Taken, tookAll: w.TookAll}
	for _, c := range w.Controllers {
		limits := make(map[*judge.Attribute]Limit, len(c.Limits))
		for _, attr := range judge.Attributes() {
			if l, ok := c.Limits[attr.Key]; ok {
				limits[attr] = l
			}
		}
		r.Controllers = append(r.Controllers, &Controller{
			Site: c.Site, Constructor: c.Constructor, Package: c.Package, Function: c.Function, Name: c.Name, For: c.For, Reconciler: c.Reconciler,
			Main: c.Main, Version: c.Version, OwnWorkers: c.OwnWorkers, Queue: c.Queue, Kept: c.Kept, Limits: limits,
		})
	}
	return nil
}
