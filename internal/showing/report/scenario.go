package report

import (
	"fmt"
	"math"
	"slices"

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
	meaning     func(now, then simulate.Result, rate float64) string
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
		rows: []row{busiest, {"During the outage", func(r simulate.Result) string {
			return short(until(r.Reconciles, r.Bin, simulate.OutageLength)) + " reconciles, " + short(until(r.Requests, r.Bin, simulate.OutageLength)) + " requests"
		}}, {"All objects healthy", afterOutage}, longest},
		charts: []chart{reconcileChart, requestChart, retryChart, waitChart}, meaning: outageMeaning,
	},
	{
		name: "restart", title: "Restart: all objects are queued at once", of: simulate.Restart,
		rows: []row{busiest, busiestRequests, {"All objects reconciled", func(r simulate.Result) string {
			if r.Recovered < 0 {
				return "not within an hour"
			}
			return "after " + duration(r.Recovered)
		}}, longest},
		charts: []chart{reconcileChart, requestChart, doneChart, waitChart}, meaning: restartMeaning,
	},
	{
		name: "storm", title: "Storm: for a minute, objects change ten times as fast as the program can reconcile them", of: simulate.Storm,
		phase: simulate.StormLength, phaseName: "the storm",
		rows:   []row{busiest, busiestRequests, {"In all", func(r simulate.Result) string { return short(r.Total) + " reconciles" }}, longest},
		charts: []chart{reconcileChart, requestChart, waitChart}, meaning: stormMeaning,
	},
}

var (
	busiest         = row{"In the busiest second", func(r simulate.Result) string { return plural(int(r.Most+0.5), "reconcile") }}
	busiestRequests = row{"Requests to the API server", func(r simulate.Result) string {
		return "up to " + short(slices.Max(append([]float64{0}, r.Requests...))) + " a second"
	}}
	longest = row{"Longest wait of a new object", func(r simulate.Result) string {
		if wait := longestWait(r); wait >= 0 && wait < 0.0005 {
			return "none"
		}
		return duration(longestWait(r))
	}}
)

// Scenarios simulates the scenarios for a program, with the load that the page begins with.
func (p Program) Scenarios() []Scenario {
	if p.Model == nil {
		return nil
	}
	var list []Scenario
	for _, s := range scenarios {
		now, then := simulate.Run(*p.Model, p.Load, s.of), simulate.Run(*p.Recommended, p.Load, s.of)
		shown := Scenario{Name: s.name, Title: s.title, Sentence: s.meaning(now, then, p.Rate), Now: now, Then: then}
		for _, r := range s.rows {
			shown.Rows = append(shown.Rows, Row{r.name, r.of(now), r.of(then)})
		}
		list = append(list, shown)
	}
	return list
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

func outageMeaning(now, then simulate.Result, rate float64) string {
	ours, theirs := until(now.Reconciles, now.Bin, simulate.OutageLength), until(then.Reconciles, then.Bin, simulate.OutageLength)
	tries := fmt.Sprintf("about as often as with one rate of %s a second", short(rate))
	switch ratio := ours / math.Max(theirs, 1); {
	case ratio > 1.1:
		tries = fmt.Sprintf("%s times as often as with one rate of %s a second", factor(ratio), short(rate))
	case ratio < 0.9:
		tries = fmt.Sprintf("less often than with one rate of %s a second (%s times)", short(rate), short(theirs))
	}
	return fmt.Sprintf("While everything fails, this program tries %s times, %s. %s", short(ours), tries,
		sooner(now, then, "its last object is healthy", "healthy again"))
}

func restartMeaning(now, then simulate.Result, _ float64) string {
	text := sooner(now, then, "its last object is reconciled", "through")
	if wait := longestWait(now); wait < 0 || wait > 60 {
		text += " Meanwhile what users create waits behind what was there before."
	}
	return text
}

func stormMeaning(now, then simulate.Result, rate float64) string {
	text := fmt.Sprintf("The program answers a storm with up to %s a second", plural(int(now.Most+0.5), "reconcile"))
	if now.Most > 1.1*then.Most {
		text += fmt.Sprintf("; with one rate of %s it stays at %s, and the rest waits or merges.", short(rate), short(then.Most))
	} else {
		text += ", no more than with one rate."
	}
	if wait := longestWait(now); wait < 0 || wait > 60 {
		text += " A new object that has nothing to do with the storm waits for it."
	}
	return text
}

// sooner compares when two runs have recovered.
func sooner(now, then simulate.Result, what, state string) string {
	ours, theirs := now.Recovered, then.Recovered
	switch {
	case ours < 0 && theirs < 0:
		return "Neither with these limits nor with one rate is it " + state + " within an hour."
	case ours < 0:
		return "It is not " + state + " within an hour; with one rate it is, after " + duration(theirs) + "."
	case theirs < 0:
		return "It is " + state + " after " + duration(ours) + "; with one rate, not within an hour."
	case math.Abs(ours-theirs) < 0.05*math.Max(ours, theirs)+1:
		return "With one rate it is " + state + " at about the same time."
	case ours < theirs:
		return fmt.Sprintf("With these limits %s %s earlier: that is the price of one rate.", what, duration(theirs-ours))
	}
	return fmt.Sprintf("With one rate %s %s earlier.", what, duration(ours-theirs))
}

// until returns how many there were until a time.
func until(list []float64, bin, end float64) float64 {
	sum := 0.0
	for _, x := range list[:min(len(list), int(math.Ceil(end/bin)))] {
		sum += x
	}
	return sum * bin
}

// longestWait returns how long a new object waits at most, -1 if one was never served.
func longestWait(r simulate.Result) float64 {
	longest := 0.0
	for _, p := range r.Probes {
		if p.Wait < 0 {
			return -1
		}
		longest = math.Max(longest, p.Wait)
	}
	return longest
}

// price says what one rate costs: a program that is limited takes its time.
func (p Program) price(l simulate.Load, rate float64) string {
	objects := float64(l.Objects)
	with := recommended(p.Model, rate)
	allowed := with.Limit(l)
	text := fmt.Sprintf("One rate caps the load, and the price is a slower recovery: at %s a second, %s objects take %s.", short(rate), short(objects), duration(objects/allowed))
	if allowed < rate {
		part := "its client allows"
		if workers, _, _ := with.Capacity(l); workers == allowed {
			part = "its workers allow"
		}
		text = fmt.Sprintf("One rate caps the load, and the price is a slower recovery: at %s a second, of which %s %s, %s objects take %s.",
			short(rate), part, short(allowed), short(objects), duration(objects/allowed))
	}
	// Workers and the client grow with the rate, and so does what they allow.
	if enough := math.Ceil(objects / 300 * rate / allowed); enough > rate {
		text += fmt.Sprintf(" To get through them in five minutes, the rate has to be %s.", short(enough))
	}
	if _, _, client := p.Model.Capacity(l); client <= rate {
		text += fmt.Sprintf(" This program's client holds it to %s reconciles a second already.", short(client))
	}
	return text
}
