// Package report shows what limits a program: one page that opens anywhere, or the same as Markdown or JSON.
//
// What is shown comes from the inventory and the findings of a run ([Make]); what an outage, a restart, a storm or polls do comes from
// package simulate. The page has its data, style and scripts inside, and asks the network for nothing.
package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/showing/checkout"
	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/inventory"
	"github.com/rllint/rllint/internal/showing/simulate"
)

// A Report is what is shown, as JSON.
type Report struct {
	Schema      string             `json:"schema"`
	Title       string             `json:"title"`   // of the module, or of the folder
	Version     string             `json:"version"` // of rllint
	Programs    []Program          `json:"programs"`
	Controllers []Controller       `json:"controllers"`
	Commit      checkout.Commit    `json:"commit"`
	Versions    []string           `json:"versions"` // of controller-runtime, sorted
	Verdict     Verdict            `json:"verdict"`
	Findings    []Finding          `json:"findings"` // the worst first
	Problems    []string           `json:"problems"` // what could not be analysed
	Changes     *inventory.Changes `json:"changes"`  // since another revision, nil if there is none to compare with
}

// Schema names the form of the JSON document; it changes when a field does.
const Schema = "rllint-report/2"

// A Program is a main package and what limits its controllers, from the event to the API server.
type Program struct {
	Main        string            `json:"main"`
	Controllers int               `json:"controllers"`
	Parts       []Part            `json:"parts"`     // in the order of the way
	Narrowest   string            `json:"narrowest"` // a sentence
	Assumed     []string          `json:"assumed"`   // what is not known and was taken for the simulation
	Model       *simulate.Program `json:"model"`
	Recommended *simulate.Program `json:"recommended"` // the same with the limits that one rate stands for
	Rate        float64           `json:"rate"`        // that rate, a second
	Load        simulate.Load     `json:"load"`

	fixed         *simulate.Program // the same with its own limiter around all its controllers, nil if it has none or they use it
	unused        string            // where a global limit comes from that no controller uses, "" if there is none
	about         string            // the part that Narrowest is about
	wrapped, open []string          // names of the controllers that use the global limit, and of those that do not
	pollFlag      string            // what sets the delay of all polls, "" if that is not one flag or place
	found         int               // findings
	faults        int               // findings that are no notes
	fixes         int               // findings that rllint -fix fixes
	worst         string            // rule of the finding to begin with, "" if there is none
}

// A Part is one limit on the way.
type Part struct {
	Name      string   `json:"name"` // such as "workers"
	State     State    `json:"state"`
	Value     string   `json:"value"`  // short
	Detail    []string `json:"detail"` // a line each, where controllers differ or something follows
	At        Place    `json:"at"`
	Allows    string   `json:"allows"` // how many reconciles, under the load; "" for any number
	Narrowest bool     `json:"narrowest"`
	Limits    string   `json:"limits"` // the controllers that it limits first, in words
}

// A State says how much of a limit there is.
type State string

// The states.
const (
	Present State = "present"
	Missing State = "missing"
	Unknown State = "unknown"
)

// A Place is a line of source, and where it can be read.
type Place struct {
	Text string `json:"text"` // file:line, "" for none
	Link string `json:"link"` // "" for none
}

// A Controller is a row of the table.
type Controller struct {
	Name     string    `json:"name"`
	For      string    `json:"for"`
	Main     string    `json:"main"`
	At       Place     `json:"at"`
	Limits   []Limit   `json:"limits"`
	Findings []Finding `json:"findings"`
}

// Words are the verdict and what it rests on, as in the table of rllint inventory.
func (l Limit) Words() string { return strings.TrimSpace(l.Verdict + " " + l.Value) }

// A Limit is one attribute of a controller.
type Limit struct {
	Key     string `json:"key"`
	Verdict string `json:"verdict"`
	Value   string `json:"value"`
	Detail  string `json:"detail"`
	At      Place  `json:"at"`
}

// Input is what a report is made of.
type Input struct {
	Title      string
	Version    string // of rllint
	Commit     checkout.Commit
	Inventory  inventory.Document
	Findings   []findings.Finding
	Fixes      int               // how many of them rllint -fix fixes
	RuleTitles map[string]string // by the name of the rule
	Problems   []string
	Changes    *inventory.Changes
	Links      Links
}

// Make makes the report.
func Make(in Input) Report {
	r := Report{Schema: Schema, Title: in.Title, Version: in.Version, Commit: in.Commit, Versions: []string{}, Programs: []Program{},
		Controllers: []Controller{}, Problems: append([]string{}, in.Problems...), Changes: in.Changes}
	first := "" // part that the report is about
	for i, main := range mains(in.Inventory) {
		r.Programs = append(r.Programs, in.program(main))
		if i == 0 {
			first = r.Programs[0].about
		}
	}
	var about map[string][]Finding
	r.Findings, about, r.Verdict = in.findings(first)
	if len(r.Programs) > 0 {
		p := &r.Programs[0]
		p.fixes, p.faults, p.found = in.Fixes, r.Verdict.faults, len(r.Findings)
		if r.Verdict.Worst != nil {
			p.worst = r.Verdict.Worst.Rule
		}
		r.Verdict.Todo = strings.Join(p.narrowestAt(p.Load).Todo, " ")
	}
	for _, c := range in.Inventory.Controllers {
		if c.Kind == inventory.Queue {
			continue
		}
		if c.Version != "" && !slices.Contains(r.Versions, c.Version) {
			r.Versions = append(r.Versions, c.Version)
		}
		r.Controllers = append(r.Controllers, in.row(c, about[c.Package+" "+cmp.Or(c.Name, c.For)]))
	}
	slices.Sort(r.Versions)
	return r
}

func (in Input) row(c inventory.Controller, about []Finding) Controller {
	row := Controller{Name: cmp.Or(c.Name, c.For, c.Package), For: c.For, Main: c.Main, At: in.Links.place(c.File, c.Line), Limits: []Limit{},
		Findings: append([]Finding{}, about...)}
	for _, l := range c.Limits {
		row.Limits = append(row.Limits, Limit{l.Key, l.Verdict, valueOf(l), l.Detail, in.Links.at(l.At)})
	}
	return row
}

// mains lists the main packages with controllers, those with most controllers first.
func mains(doc inventory.Document) []string {
	number := make(map[string]int)
	for _, c := range doc.Controllers {
		if c.Kind == inventory.Queue {
			continue // what limits it is not simulated
		}
		number[c.Main]++
	}
	return slices.SortedFunc(maps.Keys(number), func(a, b string) int { return cmp.Or(number[b]-number[a], strings.Compare(a, b)) })
}

// valueOf is what a limit comes to, in a word or two: its number, what names it, or its parameters.
func valueOf(l inventory.Limit) string {
	switch l.Key {
	case "client":
		if qps := l.Field("qps"); qps != "" {
			return strings.TrimSuffix(qps+"/s burst "+l.Field("burst"), " burst ")
		}
	case "concurrency":
		if name := l.Field("flag"); name != "" {
			if value := cmp.Or(l.Field("default"), l.Field("value")); value != "" {
				return name + " (" + value + " by default)"
			}
			return name
		}
	}
	return cmp.Or(l.Field("interval"), l.Field("value"), l.Field("parameters"), l.Field("flag"))
}
