package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/showing/simulate"
)

// A Scenario is what would happen to a program, as it is and with one rate for all its controllers.
type Scenario struct {
	Name     string          `json:"name"`
	Title    string          `json:"title"`
	Sentence string          `json:"sentence"`
	Now      simulate.Result `json:"now"`
	Then     simulate.Result `json:"then"`
}

// Scenarios simulates the three scenarios for a program. The page does the same for what its reader chooses; its
// words are those of page.js, and a test compares them.
func (p Program) Scenarios() []Scenario {
	if p.Model == nil {
		return nil
	}
	list := []Scenario{
		{Name: "outage", Title: "Outage: reconciles fail for ten minutes, and then succeed"},
		{Name: "restart", Title: "Restart: all objects are queued at once"},
		{Name: "storm", Title: "Storm: for a minute, objects change ten times as fast as the program can reconcile them"},
	}
	rate := short(p.Rate)
	sentences := []func(now, then simulate.Result, rate string) string{outageSentence, restartSentence, stormSentence}
	for i := range list {
		s := &list[i]
		s.Now, s.Then = simulate.Run(*p.Model, p.Load, simulate.Scenario(i)), simulate.Run(*p.Recommended, p.Load, simulate.Scenario(i))
		s.Sentence = sentences[i](s.Now, s.Then, rate)
	}
	return list
}

func outageSentence(now, then simulate.Result, rate string) string {
	ends := func(r simulate.Result) string {
		switch {
		case r.Recovered < 0:
			return "not all objects recover within an hour"
		case r.Recovered <= simulate.OutageLength:
			return "all objects are healthy at its end"
		}
		return "the last object recovers " + duration(r.Recovered-simulate.OutageLength) + " after it"
	}
	return fmt.Sprintf("The program starts %s reconciles during the outage, up to %s in one second, and %s. With one rate of %s a second: %s reconciles, up to %s in one second, and %s.",
		short(reconciles(now, simulate.OutageLength)), short(now.Most), ends(now), rate, short(reconciles(then, simulate.OutageLength)), short(then.Most), ends(then))
}

func restartSentence(now, then simulate.Result, rate string) string {
	ends := func(r simulate.Result) string { return duration(r.Recovered) }
	return fmt.Sprintf("All objects have been reconciled after %s; a new object %s. With one rate of %s a second: after %s; a new object %s.",
		ends(now), waits(now), rate, ends(then), waits(then))
}

func stormSentence(now, then simulate.Result, rate string) string {
	return fmt.Sprintf("The program starts up to %s reconciles and sends %s requests to the API server a second; a new object %s. With one rate of %s a second: up to %s reconciles and %s requests a second; a new object %s.",
		short(now.Most), short(most(now.Requests)), waits(now), rate, short(then.Most), short(most(then.Requests)), waits(then))
}

// reconciles returns how many there were until a time.
func reconciles(r simulate.Result, until float64) float64 {
	sum := 0.0
	for _, x := range r.Reconciles[:min(len(r.Reconciles), int(math.Ceil(until/r.Bin)))] {
		sum += x
	}
	return sum * r.Bin
}

func most(list []float64) float64 { return slices.Max(append([]float64{0}, list...)) }

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

// waits says how long a new object waits at most.
func waits(r simulate.Result) string {
	switch wait := longestWait(r); {
	case wait < 0:
		return "waits more than an hour"
	case wait < 0.0005:
		return "does not wait"
	default:
		return "waits up to " + duration(wait)
	}
}

// price says what one rate costs: a program that is limited takes its time.
func (p Program) price() string {
	objects := float64(p.Load.Objects)
	text := fmt.Sprintf("One rate caps the load, and the price is a slower recovery: at %s reconciles a second, %s objects take %s. To get through them in five minutes, the rate has to be %s.",
		short(p.Rate), short(objects), duration(objects/p.Rate), short(math.Ceil(objects/300)))
	if _, _, client := p.Model.Capacity(p.Load); client <= p.Rate {
		text += fmt.Sprintf(" This program's client holds it to %s reconciles a second already.", short(client))
	}
	return text
}

// short writes a number for people, as the page does.
func short(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "any number of"
	case x >= 10:
		return thousands(strconv.FormatFloat(math.Floor(x+0.5), 'f', 0, 64))
	}
	return strconv.FormatFloat(math.Floor(x*100+0.5)/100, 'f', -1, 64)
}

// thousands puts a comma before each three digits.
func thousands(digits string) string {
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// duration writes seconds for people, as the page does.
func duration(s float64) string {
	switch {
	case s < 0:
		return "more than an hour"
	case s < 1:
		return strconv.FormatFloat(math.Floor(s*1000+0.5), 'f', 0, 64) + " ms"
	case s < 90:
		return short(s) + " s"
	}
	minutes := math.Floor(s / 60)
	if rest := math.Floor(s - minutes*60 + 0.5); rest > 0 {
		return fmt.Sprintf("%.0f min %.0f s", minutes, rest)
	}
	return fmt.Sprintf("%.0f min", minutes)
}
