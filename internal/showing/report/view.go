package report

import (
	"cmp"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/rllint/rllint/internal/showing/inventory"
)

// A view is the page as its template has it.
type view struct {
	Title                 string
	Meta                  []string // beside the title: what was analysed, when and with what
	ScriptHash, StyleHash string
	Style                 template.CSS
	Script                template.JS
	Verdict               Verdict
	Todo                  []string // a step each, with commands in backquotes
	Outage                string
	Effect                string   // of what to do, in an outage
	First                 *Program // the one with most controllers, nil if there is no controller
	Others                []other
	Axes                  []axis
	Load                  string
	Scenarios             []pictured
	Frame                 frame
	Grid                  string
	Problems              []string
	Changes               *changed
	Columns               []string
	Alike                 []Limit // of most controllers
	Rows                  []shownRow
	Glossary              []term
	Findings              []group
	Footer                string
}

// An other is one of the programs that have no charts.
type other struct {
	Program
	Title, Count string
	Scenarios    []Scenario
}

// A pictured is a scenario with its charts.
type pictured struct {
	Name, Title, Meaning, PhaseName string
	Failing                         bool
	Rows                            []Row
	Charts                          []drawn
}

// A frame is where charts are drawn.
type frame struct{ Width, Height, Left, Right, Top, Inner, LabelX, LabelY int }

type shownRow struct {
	Controller
	Cells []string
}

// A group is the findings of a rule.
type group struct {
	Rule, Title, URL, Count string
	Open                    bool
	number                  int
	List                    []cause
}

// A cause is a finding with those that say the same of other controllers.
type cause struct {
	Finding
	More []Finding
}

// About names the controllers that a finding is about.
func (f Finding) About() string { return f.about }

// mostShown bounds the problems that a page lists.
const mostShown = 10

func (r Report) view(sliders func(Program) []axis) (view, error) {
	v := view{
		Title: r.Title, Meta: r.meta(), ScriptHash: hash(pageScript), StyleHash: hash(pageStyle), Style: template.CSS(pageStyle),
		Script:  template.JS(pageScript),
		Verdict: r.Verdict, Problems: r.Problems[:min(len(r.Problems), mostShown)], Changes: r.changed(),
		Frame:    frame{frameWidth, frameHeight, frameLeft, frameRight, frameTop, frameEnd - frameTop, frameLeft - 5, frameHeight - 6},
		Glossary: glossary, Findings: r.groups(), Footer: "Made by rllint " + r.Version + ". This page makes no network requests.",
	}
	v.rows(r.Controllers, len(r.Programs) > 1)
	if len(r.Programs) == 0 {
		return v, nil
	}
	for _, p := range r.Programs[1:] {
		v.Others = append(v.Others, other{p, p.title(), count(p.Controllers), p.Scenarios()})
	}
	v.First = &r.Programs[0]
	var err error
	v.Grid, err = v.picture(*v.First, sliders(*v.First))
	return v, err
}

// picture draws the scenarios of a program, and returns what the sliders lead to.
func (v *view) picture(p Program, sliders []axis) (grid string, err error) {
	g := p.gridOf(sliders)
	v.Axes = g.Axes
	v.Todo = p.narrowestAt(p.Load).Todo
	now, then := g.start(0)
	v.Outage, v.Effect = then.Verdict+now.Verdict, now.Effect+then.Effect
	v.Load = fmt.Sprintf("%s objects, reconciles of %s with %s, of which %s fail in an outage, and one rate of %s a second",
		short(float64(p.Load.Objects)),
		duration(p.Load.Reconcile), plural(p.Load.Requests, "request"), percent(p.Load.Failing), short(p.Rate))
	for i, s := range p.scenarios() {
		now, then := g.start(i)
		shown := pictured{Name: s.name, Title: s.title, Meaning: then.Meaning, PhaseName: s.phaseName, Failing: s.failing}
		for j, r := range s.rows {
			shown.Rows = append(shown.Rows, Row{r.name, now.Cells[j], then.Cells[j]})
		}
		for j, c := range s.charts {
			shown.Charts = append(shown.Charts, c.draw(now, then, j, g.scales[i][j], s.phase))
		}
		v.Scenarios = append(v.Scenarios, shown)
	}
	return g.packed()
}

// meta says what was analysed.
func (r Report) meta() []string {
	if len(r.Programs) == 0 {
		return []string{"rllint " + r.Version}
	}
	list := []string{r.Programs[0].title() + ": " + count(r.Programs[0].Controllers)}
	if n := len(r.Programs) - 1; n > 0 {
		list[0] += fmt.Sprintf(", and %s", plural(n, "other program"))
	}
	if c := r.Commit; c.Hash != "" {
		list = append(list, "commit "+c.Hash[:min(12, len(c.Hash))]+" of "+c.Date)
		if c.Changed {
			list[len(list)-1] += ", with changes"
		}
	}
	if len(r.Versions) > 0 {
		list = append(list, "controller-runtime "+strings.Join(r.Versions, ", "))
	}
	return append(list, "rllint "+r.Version)
}

func (p Program) title() string {
	return cmp.Or(p.Main, "controllers that no main package reaches")
}

// rows makes the table of controllers, those with most findings first.
func (v *view) rows(list []Controller, mains bool) {
	if len(list) == 0 {
		return
	}
	v.Columns = []string{"controller"}
	for _, l := range list[0].Limits {
		v.Columns = append(v.Columns, inventory.Heading(l.Key))
	}
	if mains {
		v.Columns = append(v.Columns, "main")
	}
	for _, c := range list {
		row := shownRow{Controller: c, Cells: []string{c.Name}}
		row.Limits = slices.Clone(c.Limits)
		for i, l := range c.Limits {
			row.Limits[i].Key, row.Limits[i].Value = inventory.Heading(l.Key), goDuration.ReplaceAllStringFunc(l.Value, spelled)
			row.Cells = append(row.Cells, row.Limits[i].Words())
		}
		if mains {
			row.Cells = append(row.Cells, cmp.Or(c.Main, "none"))
		}
		v.Rows = append(v.Rows, row)
	}
	v.Columns = append(v.Columns, "findings")
	v.shorten()
	slices.SortStableFunc(v.Rows, func(a, b shownRow) int { return len(b.Findings) - len(a.Findings) })
}

// manyRows is from how many controllers on a page is made shorter, so that with 500 it still is less than 1 MB.
const manyRows = 20

// shorten takes from the rows what holds for more than half of them, and the repeated names of their files.
func (v *view) shorten() {
	if len(v.Rows) < manyRows {
		return
	}
	number := make(map[Limit]int)
	for _, row := range v.Rows {
		for _, l := range row.Limits {
			if number[l]++; number[l] == len(v.Rows)/2+1 {
				v.Alike = append(v.Alike, l)
			}
		}
	}
	for i, row := range v.Rows {
		v.Rows[i].Limits = slices.DeleteFunc(row.Limits, func(l Limit) bool { return slices.Contains(v.Alike, l) })
		file := row.At.Text[:strings.LastIndex(row.At.Text, ":")+1]
		for k, l := range v.Rows[i].Limits {
			if line, same := strings.CutPrefix(l.At.Text, file); same {
				v.Rows[i].Limits[k].At = Place{Text: "line " + line}
			}
		}
	}
}

// goDuration finds durations as Go writes them, such as 1m0s: the page has one form for all.
var goDuration = regexp.MustCompile(`\b(?:[0-9.]+(?:h|ms|m|s))+\b`)

func spelled(text string) string {
	d, err := time.ParseDuration(text)
	if err != nil {
		return text
	}
	return duration(d.Seconds())
}

// groups puts the findings of a rule together, the worst first.
func (r Report) groups() []group {
	var list []group
	index := make(map[string]int)
	for _, f := range r.Findings {
		i, known := index[f.Rule]
		if !known {
			i = len(list)
			index[f.Rule] = i
			list = append(list, group{Rule: f.Rule, Title: f.Title, URL: f.URL})
		}
		g := &list[i]
		g.number++
		if at := slices.IndexFunc(g.List, func(c cause) bool { return c.reason == f.reason }); at >= 0 {
			if len(r.Controllers) >= manyRows {
				f.At.Link = ""
			}
			g.List[at].More = append(g.List[at].More, f)
		} else {
			g.List = append(g.List, cause{Finding: f})
		}
	}
	for i := range list {
		list[i].Count = plural(list[i].number, "finding")
		list[i].Open = len(list[i].List) <= 3
	}
	return list
}

// A changed is what differs from another revision.
type changed struct {
	Against string
	Updates []string
	Rows    [][]string
}

func (r Report) changed() *changed {
	if r.Changes == nil {
		return nil
	}
	c := &changed{Against: r.Changes.Against}
	for _, u := range r.Changes.Updates {
		c.Updates = append(c.Updates, u.Text())
	}
	for _, x := range r.Changes.Gone {
		c.Rows = append(c.Rows, []string{"gone", x.Name, "", ""})
	}
	for _, x := range r.Changes.New {
		c.Rows = append(c.Rows, []string{"new", x.Name, "", ""})
	}
	for _, x := range r.Changes.Changed {
		for _, l := range x.Limits {
			c.Rows = append(c.Rows, []string{"changed", x.Name, inventory.Heading(l.Key) + ": " + l.Before, l.After})
		}
	}
	return c
}

// A term is a word of the table with what it means.
type term struct{ Name, Text string }

var glossary = []term{
	{"limiter", "What delays the retries of an object in the controller's queue. shared: the one that the program makes for all its " +
		"controllers. adhoc: one of the " +
		"controller's own. unset: none is set, so controller-runtime's default holds."},
	{"queue", "In which order a controller's queue hands out what waits. priority: retries and what was there at the start come after new " +
		"events. first come: in the " +
		"order of arrival. own: the program makes the queue."},
	{"middleware", "What makes each reconcile ask the global limit. wrapped: it is around this controller's reconciler. missing: nothing " +
		"is asked."},
	{"workers", "How many reconciles of the controller run at the same time. rate: the program's rate sets it. flag, const: another flag " +
		"or a constant does. unset: one."},
	{"poll", "After which delay an object is reconciled again though nothing happened. flag, const: what sets the delay. none: only when " +
		"the cache is listed anew, " +
		"every 10 hours."},
	{"client", "What limits the requests to the API server. rate: the program's rate sets it. default: client-go's or " +
		"controller-runtime's. unlimited: nothing does."},
	{"unknown", "The code could not be followed to an answer."},
}
