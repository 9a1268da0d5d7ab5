package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/showing/simulate"
)

// A Scenario is what would happen to a program, as it is and with one rate for all its controllers.
type Scenario struct {
	Name     string          `json:"name"`
	Title    string          `json:"title"`
	Sentence string          `json:"sentence"` // what it means
	Rows     []Row           `json:"rows"`
	Now      simulate.Result `json:"now"`
	Then     simulate.Result `json:"then"`
}

// A Row is a number of a scenario, in words.
type Row struct {
	Name string `json:"name"`
	Now  string `json:"now"`
	Then string `json:"then"`
}

// A scenario says what a scenario of package simulate is called and what is shown of it. Another one is another element
// of scenarios: the page, the Markdown, the JSON and the grid of the sliders take all from there.
type scenario struct {
	name, title string
	of          simulate.Scenario
	failing     bool    // how many objects fail changes it
	phase       float64 // seconds from the start that the charts shade; 0 for none
	phaseName   string
	rows        []row
	charts      []chart
	meaning     func(now, then simulate.Result, l simulate.Load, one rated) string
}

// rated is what the sentences say of one rate, and of the program without it.
type rated struct {
	rate  float64 // reconciles a second
	polls float64 // those of them that polls alone ask for
	of    *simulate.Program
}

// A row of the table: what it is called, and what it is in a result.
type row struct {
	name string
	of   func(simulate.Result) string
}

var scenarios = []scenario{
	{
		name: "outage", title: "Outage: reconciles fail for ten minutes, and then succeed", of: simulate.Outage, failing: true,
		phase: simulate.OutageLength, phaseName: "the outage",
		rows:   []row{busiest, {"During the outage", tries}, {"All objects healthy", afterOutage}, longest},
		charts: []chart{reconcileChart, requestChart, retryChart, waitChart}, meaning: outageMeaning,
	},
	{
		name: "restart", title: "Restart: all objects are queued at once", of: simulate.Restart,
		rows:   []row{busiest, {"All objects reconciled", afterRestart}, longest},
		charts: []chart{reconcileChart, requestChart, doneChart, waitChart}, meaning: restartMeaning,
	},
	{
		name: "storm", title: "Storm: for a minute, objects change ten times as fast as the program can reconcile them", of: simulate.Storm,
		phase: simulate.StormLength, phaseName: "the storm",
		rows:   []row{busiest, {"In all", func(r simulate.Result) string { return short(r.Total) + " reconciles" }}, longest},
		charts: []chart{reconcileChart, requestChart, waitChart}, meaning: stormMeaning,
	},
	{
		name: "steady", title: "Steady state: nothing but polls, after a start", of: simulate.Steady,
		rows:   steadyRows,
		charts: []chart{reconcileChart, requestChart, waitChart}, meaning: steadyMeaning,
	},
}

var (
	busiest = row{"In the busiest second", func(r simulate.Result) string {
		return plural(int(most(r.MostReconciles)+0.5), "reconcile") + " begun, " + plural(int(most(r.MostRequests)+0.5), "request") + " sent"
	}}
	longest = row{"Longest wait of a new object", longestWait}
)

// Scenarios simulates the scenarios for a program, with the load that the page begins with.
func (p Program) Scenarios() []Scenario {
	if p.Model == nil {
		return nil
	}
	var list []Scenario
	for _, s := range p.scenarios() {
		now, then := simulate.Run(*p.Model, p.Load, s.of), simulate.Run(*p.Recommended, p.Load, s.of)
		meaning := s.meaning(now, then, p.Load, rated{p.Rate, p.Model.Asked(p.Load), p.Model})
		shown := Scenario{Name: s.name, Title: s.title, Sentence: meaning, Now: now, Then: then}
		for _, r := range s.rows {
			shown.Rows = append(shown.Rows, Row{r.name, r.of(now), r.of(then)})
		}
		list = append(list, shown)
	}
	return list
}

func tries(r simulate.Result) string {
	return short(until(r.Reconciles, r.Bin, simulate.OutageLength)) + " reconciles, " +
		short(until(r.Requests, r.Bin, simulate.OutageLength)) + " requests"
}

func afterOutage(r simulate.Result) string {
	switch {
	case r.Recovered < 0:
		return "not within an hour"
	case r.Recovered <= simulate.OutageLength:
		return "when it ends"
	}
	return duration(r.Recovered-simulate.OutageLength) + " after it"
}

func afterRestart(r simulate.Result) string {
	if r.Recovered < 0 {
		return "not within an hour"
	}
	return "after " + duration(r.Recovered)
}

func longestWait(r simulate.Result) string {
	if p := longestProbe(r); !math.IsInf(p.Wait, 1) {
		return duration(p.Wait)
	}
	return duration(-1)
}

// longestProbe returns the new object that waits longest, which is without end if it is not served within the run.
func longestProbe(r simulate.Result) (longest simulate.Probe) {
	for _, p := range r.Probes {
		if p.Wait < 0 {
			p.Wait = math.Inf(1)
		}
		if p.Wait > longest.Wait {
			longest = p
		}
	}
	return longest
}

func outageMeaning(now, then simulate.Result, l simulate.Load, one rated) string {
	ours, theirs := until(now.Reconciles, now.Bin, simulate.OutageLength), until(then.Reconciles, then.Bin, simulate.OutageLength)
	text := fmt.Sprintf("While the service is out, this program tries %s times, up to %s times in one second", short(ours),
		short(most(now.MostReconciles)))
	switch ratio := ours / math.Max(theirs, 1); {
	case ratio > 1.1 || ratio < 0.9:
		text += fmt.Sprintf(": %s times as often as with one rate of %s a second.", factor(ratio), short(one.rate))
	default:
		text += fmt.Sprintf(": about as often as with one rate of %s a second.", short(one.rate))
	}
	why := one.why(now, simulate.OutageLength, now.Recovered, l, true)
	return text + compared("After the outage it takes", " until the last object is healthy",
		recovery(now.Recovered-simulate.OutageLength, now), recovery(then.Recovered-simulate.OutageLength, then)) + why +
		waits(now, then, why, l, one)
}

// restartMeaning says what one rate costs too: a program that is limited takes its time.
func restartMeaning(now, then simulate.Result, l simulate.Load, one rated) string {
	why := one.why(now, 0, now.Recovered, l, true)
	text := compared("After a restart it takes", " until the last object is reconciled", recovery(now.Recovered, now),
		recovery(then.Recovered, then)) + why
	if now.Recovered >= 0 && len(one.of.Groups) > 1 {
		text += fmt.Sprintf(" The last to finish: %s.", one.of.Groups[now.Last].Name)
	}
	took := then.Recovered
	if took < 0 { // what was done by the end tells how long the rest takes
		took = then.Bin * float64(len(then.Reconciles)) * float64(l.Objects) / then.Total
	}
	if enough := math.Ceil(took / 300 * one.rate); took > 330 {
		text += fmt.Sprintf(" For five minutes one rate has to be about %s a second", short(enough))
		if one.polls > enough {
			text += fmt.Sprintf(", and for the polls alone %s", short(one.polls))
		}
		text += "."
	}
	return strings.TrimSpace(text + waits(now, then, why, l, one))
}

func stormMeaning(now, then simulate.Result, l simulate.Load, one rated) string {
	return fmt.Sprintf("The program answers with up to %s in one second, and with one rate of %s a second with up to %s. What changes again "+
		"while it waits is reconciled once.",
		plural(int(most(now.MostReconciles)+0.5), "reconcile"), short(one.rate), short(most(then.MostReconciles))) + waits(now, then, "", l, one)
}

// recovery says how long a run took to recover.
func recovery(after float64, r simulate.Result) string {
	if r.Recovered < 0 {
		return duration(-1)
	}
	return duration(math.Max(0, after))
}

// waits says what it means for an object that is created meanwhile. Said is the reason that is given for something else.
func waits(now, then simulate.Result, said string, l simulate.Load, one rated) string {
	longest := longestProbe(now)
	why := one.why(now, longest.At, longest.At+longest.Wait, l, false)
	if why == said && why != "" {
		why = " The reason is the same."
	}
	return compared("The longest wait of a new object meanwhile is", "", longestWait(now), longestWait(then)) + why
}

// why says what objects that failed or others wait for between two times, "" if that is not long. An end below 0 is that of the run.
func (one rated) why(r simulate.Result, from, to float64, l simulate.Load, failed bool) string {
	if end := r.Bin * float64(len(r.Reconciles)); to < 0 || to > end {
		to = end
	}
	if to-from < 60 {
		return ""
	}
	part, allowed := one.of.Narrowest(l)
	idle := until(r.Reconciles, r.Bin, to)-until(r.Reconciles, r.Bin, from) < 0.7*allowed*(to-from)
	g := one.of.Groups[r.Last]
	switch {
	case idle && failed && r.Waiting[max(0, int(to/r.Bin)-2)] > 0:
		return fmt.Sprintf(" In this program the reason is the back-off: what failed is tried again after %s, and then later and later, up "+
			"to %s.", duration(g.Base), duration(g.Longest))
	case idle:
		return " In this program the reason is that no worker of the controller is free before."
	}
	return fmt.Sprintf(" In this program the reason is the %s part, which allows no more than %s reconciles a second.", part, plain(allowed))
}

// compared makes a sentence of a number of a program and of the same with one rate.
func compared(before, after, ours, theirs string) string {
	if ours == theirs {
		return fmt.Sprintf(" %s %s%s, as with one rate.", before, ours, after)
	}
	return fmt.Sprintf(" %s %s%s, with one rate %s.", before, ours, after, theirs)
}

// most returns the largest of a list, 0 of none.
func most(list []float64) float64 { return slices.Max(append([]float64{0}, list...)) }

// until returns how many there were until a time.
func until(list []float64, bin, end float64) float64 {
	sum := 0.0
	for _, x := range list[:min(len(list), int(math.Ceil(end/bin)))] {
		sum += x
	}
	return sum * bin
}
