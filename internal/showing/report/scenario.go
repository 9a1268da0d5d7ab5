package report

import (
	"cmp"
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
	meaning     func(now, then simulate.Result, l simulate.Load, one rated) (verdict, rest string)
}

// rated is what the sentences say of one rate, and of the program without it.
type rated struct {
	rate  float64 // reconciles a second
	polls float64 // those of them that polls alone ask for
	of    *simulate.Program

	promise string // the flag that promises a rate, "" if there is none
}

// A row of the table: what it is called, and what it is in a result.
type row struct {
	name string
	of   func(simulate.Result) string
}

var scenarios = []scenario{
	{
		name: "outage", title: "Outage: the service that reconciles call is down for ten minutes", of: simulate.Outage, failing: true,
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
		return plural(int(most(r.MostReconciles)+0.5), "reconcile") + " begun, " + plural(int(most(r.MostRequests)+0.5), "API request") + " sent"
	}}
	longest = row{"Longest wait of a new object", longestWait}
)

// Scenarios simulates the scenarios for a program, with the load that the page begins with.
func (p Program) Scenarios() []Scenario {
	var list []Scenario
	for _, s := range p.scenarios() {
		now, then := simulate.Run(*p.Model, p.Load, s.of), simulate.Run(*p.Recommended, p.Load, s.of)
		verdict, rest := s.meaning(now, then, p.Load, p.rated(p.Rate, p.Load))
		if s.failing {
			verdict += p.calls(now, p.Load)
		}
		shown := Scenario{Name: s.name, Title: s.title, Sentence: strings.TrimSpace(verdict + " " + rest), Now: now, Then: then}
		for _, r := range s.rows {
			shown.Rows = append(shown.Rows, Row{r.name, r.of(now), r.of(then)})
		}
		list = append(list, shown)
	}
	return list
}

func (p Program) rated(rate float64, l simulate.Load) rated {
	return rated{rate, p.Model.Asked(l), p.Model, flagText.FindString(p.part("middleware").Value)}
}

func tries(r simulate.Result) string {
	return short(until(r.Reconciles, r.Bin, simulate.OutageLength)) + " reconciles, " +
		short(until(r.Requests, r.Bin, simulate.OutageLength)) + " API requests"
}

func afterOutage(r simulate.Result) string {
	switch {
	case r.Recovered < 0:
		return "not within an hour"
	case r.Recovered <= simulate.OutageLength:
		return "when it ends"
	}
	return duration(r.Recovered-simulate.OutageLength) + " after its end"
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

// upTo says that something takes so long at most.
func upTo(wait string) string {
	if wait == duration(-1) {
		return wait
	}
	return "up to " + wait
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

func outageMeaning(now, then simulate.Result, l simulate.Load, one rated) (verdict, rest string) {
	ours, theirs := until(now.Reconciles, now.Bin, simulate.OutageLength), until(then.Reconciles, then.Bin, simulate.OutageLength)
	ratio := ours / math.Max(theirs, 1)
	begin, than := "No flood", "fewer"
	switch {
	case ratio >= 5:
		begin, than = "A flood", factor(ratio)+" times as many calls as"
	case ratio > 1.1:
		begin, than = "More calls than "+cmp.Or(one.promise, "one rate")+" promises", factor(ratio)+" times as many as"
	case ratio > 0.9:
		than = "about as many calls as"
	default:
		than += " calls than"
	}
	verdict = fmt.Sprintf("%s, %s with one rate of %s a second around all controllers", begin, than, short(one.rate))
	return verdict, one.explained("", " for the recovery", one.why(now, simulate.OutageLength, now.Recovered, l, true), now, then, l)
}

// calls says what an outage does to the service and to objects; it goes on with what outageMeaning begins.
func (p Program) calls(now simulate.Result, l simulate.Load) string {
	healthy := "All objects are healthy " + afterOutage(now)
	if now.Recovered < 0 {
		healthy = "Not all objects are healthy within an hour"
	}
	failing := " that fail"
	if l.Failing < 1 {
		failing = ", of which " + percent(l.Failing) + " fail,"
	}
	calls := until(now.Reconciles, now.Bin, simulate.OutageLength)
	text := fmt.Sprintf(": while the service that reconciles call is down for ten minutes, %s%s cause %s calls, %s a second on average and "+
		"%s in the busiest second. %s, and a new object waits %s.", plural(l.Objects, "object"), failing, short(calls),
		short(calls/simulate.OutageLength), short(most(now.MostReconciles)), healthy, upTo(longestWait(now)))
	if part, _ := p.Model.Narrowest(l); part == "client" {
		text += " With several kinds of objects there are more calls and shorter waits: each kind has the client's limit for itself."
	}
	return text
}

// restartMeaning says what one rate costs too: a program that is limited takes its time.
func restartMeaning(now, then simulate.Result, l simulate.Load, one rated) (verdict, rest string) {
	text := one.explained(compared("After a restart it takes", " until the last object is reconciled", recovery(now.Recovered, now),
		recovery(then.Recovered, then)), "", one.why(now, 0, now.Recovered, l, true), now, then, l)
	if now.Recovered >= 0 && len(one.of.Groups) > 1 {
		text += fmt.Sprintf(" The last to finish: %s.", one.of.Groups[now.Last].Name)
	}
	took := then.Recovered
	if took < 0 { // what was done by the end tells how long the rest takes
		took = then.Bin * float64(len(then.Reconciles)) * float64(l.Objects) / then.Total
	}
	if enough := math.Ceil(took / 300 * one.rate); took > 330 {
		text += fmt.Sprintf(" To finish within five minutes, one rate has to be about %s a second", short(enough))
		if one.polls > enough {
			text += fmt.Sprintf(", and for the polls alone %s", short(one.polls))
		}
		text += "."
	}
	return "", text
}

func stormMeaning(now, then simulate.Result, l simulate.Load, one rated) (verdict, rest string) {
	return "", one.explained(fmt.Sprintf("The program answers with up to %s in one second, and with one rate of %s a second with up to %s. "+
		"What changes again while it waits is reconciled once.", plural(int(most(now.MostReconciles)+0.5), "reconcile"), short(one.rate),
		short(most(then.MostReconciles))), "", "", now, then, l)
}

// recovery says how long a run took to recover.
func recovery(after float64, r simulate.Result) string {
	if r.Recovered < 0 {
		return duration(-1)
	}
	return duration(math.Max(0, after))
}

// explained adds to a sentence, and the reason of what it says, how long an object that is created meanwhile waits.
func (one rated) explained(said, of, why string, now, then simulate.Result, l simulate.Load) string {
	longest := longestProbe(now)
	waits := compared("The longest wait of a new object meanwhile is", "", longestWait(now), longestWait(then))
	also := one.why(now, longest.At, longest.At+longest.Wait, l, false)
	reason := func(of, why string) string {
		if why == "" {
			return ""
		}
		return " The reason" + of + " in this program: " + why + "."
	}
	first := ""
	if ours, theirs := longest.Wait, longestProbe(then).Wait; ours > 60 && ours > 2*theirs &&
		!slices.ContainsFunc(one.of.Groups, func(g simulate.Group) bool { return !g.Priority }) {
		first = " With one rate it comes next in its queue, which asks the limiter before it hands out a request."
	}
	waits += first
	if both := " for both"; also == why {
		if of != "" {
			both = of + " and the wait"
		}
		return strings.TrimSpace(said + waits + reason(both, why))
	}
	return strings.TrimSpace(said + reason(of, why) + waits + reason("", also))
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
		return fmt.Sprintf("the back-off, which tries again after %s, and then later and later, up to %s", duration(g.Base), duration(g.Longest))
	case idle:
		return "no worker of the controller is free before"
	case part == "workers":
		return fmt.Sprintf("the workers, which do no more than %s reconciles a second", plain(allowed))
	}
	return fmt.Sprintf("the %s, which allows no more than %s reconciles a second", part, plain(allowed))
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
