package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/showing/inventory"
	"github.com/rllint/rllint/internal/showing/printable"
)

// A judged says what a run has judged: without it a run that looked at nothing looks like one that found nothing.
type judged struct {
	packages int  // that the user named
	unread   int  // of which nothing could be analysed
	left     bool // a main package leads to some, and is not followed to them
	programs int  // with a controller
	partly   bool
	why      string // not all of the packages is there
	sets     [5]controllers
}

// controllers are some of a run, each once whatever main packages set it up.
type controllers struct {
	controllers, queues int
	packages            map[string]bool
}

// How far a controller was judged, from well to ill.
const (
	wholly  = iota
	partly  // some of its limits depend on code that is missing
	missing // all do
	lost    // what limits it cannot be followed
	apart   // nothing that was read sets it up
)

// judged looks at what an outcome has, for the inventory of it that is given.
func (o *outcome) judged(doc inventory.Document) judged {
	problems := o.problems()
	j := judged{partly: len(problems) > 0, why: "code that they need is missing or has errors"}
	switch {
	case !j.partly:
		j.why = "not all that limits them can be followed"
	case strings.HasPrefix(problems[0].Message, notRead):
		j.why = notRead
	}
	for _, r := range o.reports {
		if r.Package.Named {
			j.packages++
		}
		if r.Results[model.Analyzer] == nil && len(r.Problems) > 0 {
			j.unread++
		}
	}
	var absent []string
	for _, p := range o.unlisted {
		if p.Module != "" && !slices.Contains(absent, p.Module) {
			absent = append(absent, p.Module)
		}
	}
	if len(absent) > 0 {
		j.why = printable.Text(modules(absent)) + " cannot be had"
	}
	programs := make(map[string]bool)
	for _, same := range distinct(doc.Controllers) {
		c := same.Controller
		j.left = j.left || len(c.Left) > 0
		set := &j.sets[same.judged]
		if set.packages == nil {
			set.packages = make(map[string]bool)
		}
		set.packages[c.Package] = true
		if c.Kind == inventory.Queue {
			set.queues += same.times
		} else {
			set.controllers += same.times
		}
		for _, main := range same.mains {
			programs[main] = true
		}
	}
	j.programs = len(programs)
	return j
}

// A repeated is a controller with the main packages that set it up.
type repeated struct {
	inventory.Controller
	judged, times int
	mains         []string
}

// distinct returns each controller once, as often as one main package sets it up, and as far as one of them has it judged.
func distinct(list []inventory.Controller) map[string]*repeated {
	all, times := make(map[string]*repeated), make(map[string]int)
	for _, c := range list {
		key := fmt.Sprintf("%s:%d:%d %s %s", c.File, c.Line, c.Column, c.Name, c.For)
		same := all[key]
		if same == nil {
			same = &repeated{Controller: c, judged: apart}
			all[key] = same
		}
		same.judged = min(same.judged, howFar(c))
		times[key+" "+c.Main]++
		same.times = max(same.times, times[key+" "+c.Main])
		if c.Main != "" {
			same.mains = append(same.mains, c.Main)
		}
	}
	return all
}

// howFar tells how far a controller was judged, by what limits it.
func howFar(c inventory.Controller) int {
	known, unresolved := false, false
	for _, l := range c.Limits {
		if l.Key == judge.Limiter.Key || l.Key == judge.Middleware.Key || l.Key == judge.Concurrency.Key {
			known = known || l.Verdict != string(judge.Unknown)
			unresolved = unresolved || l.Unresolved
		}
	}
	switch {
	case known && unresolved:
		return partly
	case known:
		return wholly
	case unresolved:
		return missing
	case c.Main == "" && len(c.Left) == 0:
		return apart
	}
	return lost
}

// write says what was judged and what was not, and, in words that the first line ends with, what was found.
func (j judged) write(w io.Writer, found string) {
	all := controllers{controllers: j.sets[wholly].controllers + j.sets[partly].controllers,
		queues: j.sets[wholly].queues + j.sets[partly].queues}
	none := true
	for _, set := range j.sets {
		none = none && set.controllers+set.queues == 0
	}
	switch {
	case none && j.partly && j.packages == 0: // why was said
	case none && j.partly:
		fmt.Fprintf(w, "rllint: found no controller in %s; %s\n", printable.Number(j.packages, "package"),
			strings.Replace(j.why, "they need", "is needed", 1))
	case none:
		fmt.Fprintf(w, "rllint: found no controller in %s%s\n", printable.Number(j.packages, "package"), found)
	default:
		of := ""
		if j.programs > 0 {
			of = " of " + printable.Number(j.programs, "program")
		}
		fmt.Fprintf(w, "rllint: judged %s%s%s\n", all.counted(), of, found)
		if of == "" && !j.left && all.controllers+all.queues > 0 {
			fmt.Fprintln(w, "rllint: no main package among the packages sets these up, and what it decides, such as clients and numbers of "+
				"workers, is unknown: name that too, if there is one")
		}
	}
	j.sets[partly].notJudged(w, "fully judged", j.why)
	j.sets[missing].notJudged(w, "judged", j.why)
	j.sets[lost].notJudged(w, "judged", "what limits them cannot be followed")
	nothing := "nothing in this run sets them up"
	if j.partly {
		nothing = "nothing that could be read sets them up"
	}
	j.sets[apart].notJudged(w, "judged", nothing)
	switch j.unread {
	case 0:
	case 1:
		fmt.Fprintln(w, "rllint: 1 package could not be analysed, and what it sets up is not counted")
	default:
		fmt.Fprintf(w, "rllint: %d packages could not be analysed, and what they set up is not counted\n", j.unread)
	}
}

// notJudged says that something of the controllers was not judged, and why; nothing if there are none.
func (s controllers) notJudged(w io.Writer, what, why string) {
	verb := "were"
	switch s.controllers + s.queues {
	case 0:
		return
	case 1:
		verb, why = "was", strings.NewReplacer(" them", " it", "they need", "it needs").Replace(why)
	}
	fmt.Fprintf(w, "rllint: %s of %s %s not %s: %s\n", s.counted(), printable.Number(len(s.packages), "package"), verb, what, why)
}

// counted says how many controllers and queues there are.
func (s controllers) counted() string {
	var list []string
	if s.controllers > 0 {
		list = append(list, printable.Number(s.controllers, "controller"))
	}
	if s.queues > 0 {
		list = append(list, printable.Number(s.queues, "queue"))
	}
	return cmp.Or(strings.Join(list, " and "), "no controller")
}

// modules names some modules.
func modules(list []string) string {
	if more := len(list) - mostPatterns; more > 0 {
		return strings.Join(list[:mostPatterns], ", ") + " and " + printable.Number(more, "more module")
	}
	return strings.Join(list, ", ")
}
