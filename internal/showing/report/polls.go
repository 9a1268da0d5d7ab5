package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/showing/inventory"
	"github.com/rllint/rllint/internal/showing/simulate"
)

// leastConstant is how many seconds a constant delay has that is taken for a poll: shorter ones wait for something.
const leastConstant = 60

// readPoll takes the longest of the delays after which a controller asks for its objects again: the shorter ones wait for something.
// The resync of a cache is not simulated, nor what comes so seldom that a run shows none of it.
func (l *limits) readPoll(poll inventory.Limit) {
	if judge.Resyncs(poll.Detail) {
		return
	}
	for text := range strings.SplitSeq(poll.Field("interval"), " or ") {
		if d, err := time.ParseDuration(text); err == nil && d.Seconds() <= simulate.LongestPoll {
			l.poll = d.Seconds()
		}
	}
	if poll.Verdict == string(judge.Const) && l.poll < leastConstant {
		l.poll = 0
	}
	if l.poll > 0 && poll.Field("jitter") == "yes" {
		l.jitter = simulate.UsualJitter
	}
}

// assumedPolls says what is taken for polls, and why there is no steady state if it is left out.
func assumedPolls(list []inventory.Controller, steady bool) (assumed []string) {
	constants, unknown := 0, 0
	for _, c := range list {
		for _, l := range c.Limits {
			switch {
			case l.Key == "poll" && l.Verdict == string(judge.Const) && limitsOf(c).poll > 0:
				constants++
			case l.Key == "poll" && l.Verdict != "none" && l.Field("interval") == "":
				unknown++
			}
		}
	}
	if constants > 0 {
		assumed = append(assumed, "Of "+count(constants)+" a constant delay of a minute or more is taken for a poll of each object.")
	}
	if !steady {
		assumed = append(assumed, fmt.Sprintf("The steady state is left out: no controller is known to poll its objects within half an "+
			"hour (for %d it is not known whether they do), and the cache's resync is not simulated.", unknown))
	}
	return assumed
}

// pollFlag names the flag or the place that sets the delay of all polls, "" if there are several.
func pollFlag(list []inventory.Controller) (flag string) {
	for _, c := range list {
		l := limitsOf(c)
		if l.poll == 0 {
			continue
		}
		by := l.of["poll"].At
		if strings.HasPrefix(l.of["poll"].Detail, "flag ") {
			by = input(l.of["poll"].Detail)
		}
		if flag != "" && flag != by {
			return ""
		}
		flag = by
	}
	return flag
}

// events describes what brings requests.
func events(kins []kin) Part {
	part := Part{Name: "events", State: Present, Value: "watches", Detail: []string{"Events are queued without a rate limit."}}
	number := make(map[string]int)
	var order []string
	for _, k := range kins {
		if k.poll == 0 {
			continue
		}
		text := "polls every " + duration(k.poll) + ", without jitter"
		if k.jitter > 0 {
			text = "polls every " + duration(k.poll) + ", with jitter"
		}
		part.Value = "watches and polls"
		if number[text] == 0 {
			order = append(order, text)
		}
		number[text] += len(k.controllers)
	}
	for _, text := range order {
		part.Detail = append(part.Detail, count(number[text])+": "+text)
	}
	return part
}

// scenarios are those in which something happens to a program.
func (p Program) scenarios() []scenario {
	if p.Model.Polled() {
		return scenarios
	}
	return slices.DeleteFunc(slices.Clone(scenarios), func(s scenario) bool { return s.of == simulate.Steady })
}

// overpolling is what is said of polls that do not keep up, and what to do about it.
type overpolling struct{ said, todo string }

// overpolled says that polls alone need more than a part of the program allows, and names the part: "" if they do not.
func (p Program) overpolled(l simulate.Load) (o overpolling, part string) {
	workers, global, client := p.Model.Need(l)
	most := slices.Max(workers)
	of := " With " + plural(l.Objects, "object") + ", "
	raise := func(part string, times, to float64) string {
		return fmt.Sprintf("Polls come late: %s, or raise %s above %s, which an outage then reaches too.", p.pollLess(times), p.knob(part),
			short(to))
	}
	switch {
	case most <= 1 && global <= 1 && client <= 1:
		return overpolling{}, ""
	case client > most && client > global:
		need := client * p.Model.Client.Rate
		return overpolling{of + fmt.Sprintf("polls alone need %s requests a second, more than the client's %s: they come late.", short(need),
			plain(p.Model.Client.Rate)), raise("client", client, need)}, "client"
	case global > most:
		whose, rate := "polls", p.Model.Global.Rate
		if !p.Model.AllWrapped() {
			whose = fmt.Sprintf("the polls of those %d", len(p.wrapped))
		}
		return overpolling{of + fmt.Sprintf("%s alone need %s reconciles a second, more than %s: they come late.", whose,
			short(global*rate), plain(rate)), raise("middleware", p.Model.Asked(l)/rate, p.Model.Asked(l))}, "middleware"
	}
	g := p.Model.Groups[slices.Index(workers, most)]
	controllers := 0
	for _, other := range p.Model.Groups {
		controllers += other.Controllers
	}
	round := g.Poll * most // what a pass over all objects of a controller takes
	text := of + fmt.Sprintf("polls alone need more than the workers of %s: %s of one controller, at %s each, take %s %s, and are to be "+
		"polled every %s", g.Name, plural(max(1, l.Objects/controllers), "object"), duration(l.Reconcile), plural(g.Workers, "worker"),
		duration(round), duration(g.Poll))
	if !g.Priority { // after a start, polls of a priority queue come after what is new
		text += fmt.Sprintf(": a new object waits %s or more", duration(round-g.Poll))
	}
	return overpolling{text + ".", fmt.Sprintf("Polls come late: %s, or give %s %s workers each (%s).", p.pollLess(most),
		g.Name, short(math.Ceil(most*float64(g.Workers))), p.knob("workers"))}, "workers"
}

var steadyRows = []row{
	{"Each second, on average", func(r simulate.Result) string { return reconciles(r.Polls.Reconciles, r.Polls.Requests) }},
	{"In the busiest second", func(r simulate.Result) string { return reconciles(r.Polls.MostReconciles, r.Polls.MostRequests) }},
	{"The same with up to a tenth of jitter", func(r simulate.Result) string {
		return reconciles(r.Polls.JitteredReconciles, r.Polls.JitteredRequests)
	}},
	{"Workers that the polls need, at most", func(r simulate.Result) string {
		return percent(slices.Max(r.Polls.Workers)) + " of a controller's"
	}},
	{"Longest wait of a new object", func(r simulate.Result) string { return duration(r.Polls.Wait) }},
}

// reconciles says how many reconciles and requests there are.
func reconciles(n, requests float64) string {
	return short(n) + " reconciles, " + short(requests) + " requests"
}

func steadyMeaning(now, then simulate.Result, _ simulate.Load, one rated) (verdict, rest string) {
	need := slices.Max(now.Polls.Workers)
	asked := ""
	if one.polls > 1.1*now.Polls.Reconciles {
		asked = fmt.Sprintf("ask for %s reconciles a second and ", short(one.polls))
	}
	text := fmt.Sprintf("The polls %smake %s a second on average and %s in the busiest second", asked,
		reconciles(now.Polls.Reconciles, now.Polls.Requests), short(now.Polls.MostReconciles))
	if now.Polls.JitteredReconciles < 0.9*now.Polls.MostReconciles {
		text += ", with up to a tenth of jitter " + short(now.Polls.JitteredReconciles)
	}
	text += "."
	if then.Polls.Reconciles < 0.9*now.Polls.Reconciles {
		text += fmt.Sprintf(" One rate of %s a second is too low for them, so that they come late.", short(one.rate))
	}
	if need > 1 {
		text = fmt.Sprintf("The polls need %s times the workers that a controller has, so that each comes too late. ", factor(need)) + text
	}
	return "", text + compared("A new object waits at most", "", duration(now.Polls.Wait), duration(then.Polls.Wait))
}
