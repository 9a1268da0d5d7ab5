package report

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/rllint/rllint/internal/showing/simulate"
)

// A grid has all that the sliders of a page can lead to, worked out when the page is made: the page's script only looks up.
// There are few steps, because each combination of them is a run of the model.
type grid struct {
	Axes      []axis      `json:"axes"`      // in the order of the indices below
	Narrowest []narrowest `json:"narrowest"` // by objects, reconcile and requests
	Spans     []float64   `json:"spans"`     // seconds, which points name by index
	Ticks     [][]string  `json:"ticks"`     // of each span
	Scenarios []gridded   `json:"scenarios"`
	scales    [][]scale   // of each chart of each scenario
}

// start returns the runs of a scenario that the page begins with.
func (g grid) start(i int) (now, then point) {
	at := 0
	for _, a := range g.Axes[:3] {
		at = at*len(a.values) + a.Start
	}
	failing, rate := g.Axes[3], g.Axes[4]
	if g.Scenarios[i].Failing {
		at = at*len(failing.values) + failing.Start
	}
	return g.Scenarios[i].Now[at], g.Scenarios[i].Then[at*len(rate.values)+rate.Start]
}

// An axis is a slider.
type axis struct {
	Key    string   `json:"key"`
	Label  string   `json:"label"`
	Steps  []string `json:"steps"`
	Start  int      `json:"start"`
	values []float64
	set    func(*simulate.Load, float64) // nil for what is no part of a load
}

// A narrowest says what the parts of a program allow under a load.
type narrowest struct {
	Part   int      `json:"part"` // index, -1 if it is not known
	Lead   string   `json:"lead"`
	Allows []string `json:"allows"` // of each part
	Limits []string `json:"limits"` // the controllers that each part limits first, in words
	Todo   []string `json:"todo"`   // a step each
	about  string   // the part that the lead is about
}

// A gridded scenario has its results by objects, reconcile, requests and, if it has one, failing; with one rate by rate too.
type gridded struct {
	Failing bool    `json:"failing"`
	Phase   float64 `json:"phase"`
	Now     []point `json:"now"`
	Then    []point `json:"then"`
	fixed   []point // of the program as it is once all its controllers use its limiter
}

// A point is what is shown of one run.
type point struct {
	Cells   []string `json:"c"`
	Span    int      `json:"s"`           // index
	Lines   []string `json:"l"`           // of each chart
	Verdict string   `json:"v,omitempty"` // what the meaning begins with: that of the program follows on that of one rate
	Meaning string   `json:"m,omitempty"` // the rest of it
	Effect  string   `json:"e,omitempty"` // of what to do, in an outage
	Calls   int      `json:"n,omitempty"` // reconciles of an outage, to compare with a quota

	result simulate.Result
	load   simulate.Load
	most   []float64 // of each chart
}

// axes returns the sliders of a program, each with the value that the page begins with among its steps.
func (p Program) axes() []axis {
	objects := func(l *simulate.Load, x float64) { l.Objects = int(x) }
	reconcile := func(l *simulate.Load, x float64) { l.Reconcile = x }
	requests := func(l *simulate.Load, x float64) { l.Requests = int(x) }
	failing := func(l *simulate.Load, x float64) { l.Failing = x }
	return []axis{
		steps("objects", "Objects in all", short, objects, float64(p.Load.Objects), 100, 1000, 10_000, 100_000),
		steps("reconcile", "Duration of a reconcile", duration, reconcile, p.Load.Reconcile, 0.1, 1, 10),
		steps("requests", "API requests of a reconcile", short, requests, float64(p.Load.Requests), 2, 5, 20),
		steps("failing", "Objects that fail in an outage", percent, failing, p.Load.Failing, 0.1, 1),
		steps("rate", "One rate for all controllers", func(x float64) string { return short(x) + " a second" }, nil, p.Rate, 1, 5, 10, 50, 100),
	}
}

// steps makes an axis of these values, of which the nearest one becomes that which the page begins with.
func steps(key, label string, words func(float64) string, set func(*simulate.Load, float64), start float64, values ...float64) axis {
	a := axis{Key: key, Label: label, values: values, set: set}
	for i, v := range values {
		if math.Abs(math.Log(v/start)) < math.Abs(math.Log(values[a.Start]/start)) {
			a.Start = i
		}
	}
	a.values[a.Start] = start
	for _, v := range a.values {
		a.Steps = append(a.Steps, words(v))
	}
	return a
}

// loads returns each of the loads with all combinations of steps, the last axis changing fastest.
func loads(axes []axis, list ...simulate.Load) []simulate.Load {
	for _, a := range axes {
		var next []simulate.Load
		for _, l := range list {
			for _, v := range a.values {
				a.set(&l, v)
				next = append(next, l)
			}
		}
		list = next
	}
	return list
}

// gridOf works out the grid of a program over sliders like those of [Program.axes], on all processors.
func (p Program) gridOf(axes []axis) grid {
	g := grid{Axes: axes, Spans: spans}
	for _, span := range spans {
		var list []string
		for q := range 5 {
			list = append(list, tick(span*float64(q)/4))
		}
		g.Ticks = append(g.Ticks, list)
	}
	usual := loads(axes[:3], p.Load)
	for _, l := range usual {
		g.Narrowest = append(g.Narrowest, p.narrowestAt(l))
	}
	rates := axes[4]
	var work sync.WaitGroup
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	run := func(into *point, of simulate.Program, s scenario, l simulate.Load) {
		turns <- struct{}{}
		work.Go(func() {
			defer func() { <-turns }()
			into.result, into.load = simulate.Run(of, l, s.of), l
		})
	}
	for _, s := range p.scenarios() {
		list := usual
		if s.failing {
			list = loads(axes[3:4], usual...)
		}
		out := gridded{Failing: s.failing, Phase: s.phase, Now: make([]point, len(list)), Then: make([]point, len(list)*len(rates.values)),
			fixed: make([]point, len(list))}
		for i, l := range list {
			run(&out.Now[i], *p.Model, s, l)
			if s.failing && p.fixed != nil {
				run(&out.fixed[i], *p.fixed, s, l)
			}
			for j, rate := range rates.values {
				run(&out.Then[i*len(rates.values)+j], *recommended(p.Model, rate), s, l)
			}
		}
		g.Scenarios = append(g.Scenarios, out)
	}
	work.Wait()
	for i, s := range p.scenarios() {
		scales := s.scales(slices.Concat(g.Scenarios[i].Now, g.Scenarios[i].Then))
		g.scales = append(g.scales, scales)
		g.Scenarios[i].fill(p, s, scales, rates.values)
	}
	return g
}

// fill works out what is shown of the runs of a scenario.
func (g *gridded) fill(p Program, s scenario, scales []scale, rates []float64) {
	for i := range g.Now {
		now := &g.Now[i]
		if now.fill(s, scales); s.failing {
			now.Verdict = p.calls(now.result, now.load)
			if p.fixed != nil {
				now.Effect = effect("What that changes", now.result, g.fixed[i].result)
			}
		}
		for j, rate := range rates {
			then := &g.Then[i*len(rates)+j]
			then.fill(s, scales)
			one := p.rated(rate, then.load)
			then.Verdict, then.Meaning = s.meaning(g.Now[i].result, then.result, then.load, one)
			switch {
			case !s.failing || p.Model.Global != nil && p.fixed == nil:
			case p.fixed == nil:
				then.Effect = effect("What one rate changes, at "+short(rate)+" a second", g.Now[i].result, then.result)
			case longestProbe(then.result).Wait < longestProbe(g.fixed[i].result).Wait/2:
				then.Effect = fmt.Sprintf(" In place of the first steps, `rllint adopt` sets up rllint's own limiter: at %s a second a new "+
					"object then waits %s.",
					short(rate), upTo(longestWait(then.result)))
			}
		}
	}
}

// scales returns the scale of each chart: one for all runs, so that lines move and not the axes.
func (s scenario) scales(runs []point) []scale {
	var list []scale
	for _, c := range s.charts {
		top := 0.0
		for _, r := range runs {
			for _, x := range c.of(r.result, r.load) {
				top = max(top, x.value)
			}
		}
		list = append(list, c.scale(top))
	}
	return list
}

func (p *point) fill(s scenario, scales []scale) {
	p.Span = spanOf(p.result)
	if s.failing {
		p.Calls = int(until(p.result.Reconciles, p.result.Bin, s.phase))
	}
	for _, r := range s.rows {
		p.Cells = append(p.Cells, r.of(p.result))
	}
	for i, c := range s.charts {
		list := c.of(p.result, p.load)
		most := 0.0
		for _, x := range list {
			most = max(most, x.value)
		}
		p.most = append(p.most, most)
		p.Lines = append(p.Lines, line(list, spans[p.Span], scales[i]))
	}
}

// packed is the grid as the page has it: JSON, compressed, in base64.
func (g grid) packed() (string, error) {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // there is this level
	err := errors.Join(json.NewEncoder(w).Encode(g), w.Close())
	return base64.StdEncoding.EncodeToString(b.Bytes()), err
}
