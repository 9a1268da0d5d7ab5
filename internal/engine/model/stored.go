package model

import (
	"bytes"
	"encoding/gob"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/report"
)

// wireResult is the stored form of a Result: what drivers show of it. Causes, what functions do, and what fixes need, are for
// the rules that run with the analysis and are not stored.
type wireResult struct {
	Controllers  []*Controller
	Programs     []Program
	Missed       []Missed
	Fault, Trace string
	Bounds       []string
	Present      []presence
	Elsewhere    []Site
	Taken        int
	TookAll      bool
}

// GobEncode and GobDecode let a driver keep a result for its next run.
func (r *Result) GobEncode() ([]byte, error) {
	w := wireResult{Controllers: r.Controllers, Programs: r.Programs, Missed: r.Missed, Fault: r.Why, Trace: r.Trace, Bounds: r.Bounds,
		Present: r.present, Elsewhere: r.Elsewhere, Taken: r.taken, TookAll: r.tookAll}
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
	*r = Result{Controllers: w.Controllers, Programs: w.Programs, Missed: w.Missed, Fault: report.Fault{Why: w.Fault, Trace: w.Trace},
		Bounds: w.Bounds, present: w.Present, Elsewhere: w.Elsewhere, taken: w.Taken, tookAll: w.TookAll}
	return nil
}

// GobEncode and GobDecode name the attributes by their keys.
func (l Limits) GobEncode() ([]byte, error) {
	byKey := make(map[string]Limit, len(l))
	for attr, limit := range l {
		byKey[attr.Key] = limit
	}
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(byKey)
	return b.Bytes(), err
}

// GobDecode leaves out attributes that there are no longer.
func (l *Limits) GobDecode(data []byte) error {
	var byKey map[string]Limit
	err := gob.NewDecoder(bytes.NewReader(data)).Decode(&byKey)
	*l = make(Limits)
	for _, attr := range judge.Attributes() {
		if limit, ok := byKey[attr.Key]; ok {
			(*l)[attr] = limit
		}
	}
	return err
}
