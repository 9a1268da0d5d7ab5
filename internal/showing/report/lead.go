package report

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/showing/simulate"
)

// narrowest marks the parts that limit a program, and says so in a sentence.
func (p *Program) narrowest() {
	n := p.narrowestAt(p.Load)
	p.Narrowest, p.about = n.Lead, n.about
	for i := range p.Parts {
		p.Parts[i].Narrowest, p.Parts[i].Allows, p.Parts[i].Limits = i == n.Part, n.Allows[i], n.Limits[i]
	}
}

// narrowestAt says which part allows the least under a load, what the others allow, and what to do.
func (p Program) narrowestAt(l simulate.Load) narrowest {
	workers, global, client := p.Model.Capacity(l)
	name, allowed := p.Model.Narrowest(l)
	n := narrowest{Part: -1, about: name, Allows: make([]string, len(p.Parts)), Limits: make([]string, len(p.Parts))}
	shared := p.Model.Global != nil && math.IsInf(global, 1) // the global limiter is for some controllers
	if shared {
		global = p.Model.Global.Rate
	}
	for i, part := range p.Parts {
		if allows, limited := map[string]float64{"workers": workers, "middleware": global, "client": client}[part.Name]; limited &&
			!math.IsInf(allows, 1) {
			n.Allows[i] = "allows " + plain(allows) + " reconciles a second"
		}
		switch {
		case part.Name == "middleware" && shared:
			n.Allows[i] = "allows them " + plain(global) + " reconciles a second"
			n.Limits[i] = fmt.Sprintf("limits %d of %s", len(p.wrapped), count(p.Controllers))
		case part.Name != name:
		case part.State == Unknown:
			n.Lead = "Which part limits this program most is not known: the " + name + " part cannot be followed."
		default:
			n.Part, n.Limits[i] = i, "limits all controllers"
		}
	}
	polls, of := p.overpolled(l)
	if n.Lead == "" {
		n.Lead = p.limit(name, plain(allowed), l, shared) + polls.said
	}
	if p.unused != "" {
		n.Lead += fmt.Sprintf(" The global limiter (%s) is used by no controller.", p.unused)
		n.about = "middleware"
	}
	n.about = cmp.Or(of, n.about)
	n.Todo = p.todo(name, polls.todo, l)
	return n
}

// limit says what limits a program. A limiter that is shared by some controllers comes first: the other part limits them too.
func (p Program) limit(name, allowed string, l simulate.Load, shared bool) string {
	takes := "if each takes " + duration(l.Reconcile)
	requests := "if each makes " + plural(l.Requests, "request")
	total := 0
	for _, g := range p.Model.Groups {
		total += g.Controllers * g.Workers
	}
	if shared {
		whom := fmt.Sprintf("%d of %s", len(p.wrapped), count(p.Controllers))
		if names := few(p.wrapped); names != "" {
			whom += " (" + names + ")"
		}
		first := fmt.Sprintf("Two limits: %s reconciles a second (%s) for %s, and ", plain(p.Model.Global.Rate), p.knob("middleware"), whom)
		if name == "client" {
			by := p.knob("client")
			switch {
			case by == p.knob("middleware"):
				by = "from the same flag"
			case !strings.HasPrefix(by, "--"):
				by = "its QPS"
			}
			return first + fmt.Sprintf("the client's %s requests a second for each kind of object (%s), about %s reconciles %s.",
				plain(p.Model.Client.Rate), by, allowed, requests)
		}
		return first + fmt.Sprintf("%s for all, about %s reconciles a second %s.", plural(total, "worker"), allowed, takes)
	}
	switch name {
	case "client":
		by := ""
		if flag := p.knob("client"); strings.HasPrefix(flag, "--") {
			by = " (" + flag + ")"
		}
		return fmt.Sprintf("The client limits it: %s requests a second for each kind of object%s, which is about %s reconciles a second %s. "+
			"That is for objects of one kind, the slowest case.", plain(p.Model.Client.Rate), by, allowed, requests)
	case "middleware":
		return fmt.Sprintf("One limit for %s: %s reconciles a second (%s).", p.every(), allowed, p.knob("middleware"))
	}
	only := "Its"
	if p.Model.Client == nil && p.Model.Global == nil {
		only = "Only its"
	}
	return fmt.Sprintf("%s workers limit it: %s at a time, about %s reconciles a second %s.", only, plain(float64(total)), allowed, takes)
}

// todo says what to do, a step each, with commands in backquotes: first what polls need, then what puts the controllers behind one rate.
// What that changes is told by effect.
func (p Program) todo(name, polls string, l simulate.Load) []string {
	var list []string
	if polls != "" {
		list = append(list, polls)
	}
	var fix, late []string
	switch {
	case p.fixes > 0:
		fix = append(fix, fmt.Sprintf("`rllint -diff` shows changes for %d of the %s, and `rllint -fix` makes them; the others say what to "+
			"change.", p.fixes, plural(p.found, "finding")))
	case p.worst != "":
		fix = append(fix, "`rllint explain "+p.worst+"` says how.")
	}
	if asked := p.Model.Asked(l); asked > p.Rate {
		late = append(late, fmt.Sprintf("With %s, as many for each controller, polls then need %s a second, more than %s: %s.",
			plural(l.Objects, "object"), short(asked), short(p.Rate), p.pollLess(asked/p.Rate)))
	}
	switch {
	case p.unused != "":
		return slices.Concat(list, []string{"Put " + p.every() + " behind the global limiter (" + p.unused + ")."}, fix, late)
	case p.Model.Global != nil && !p.Model.AllWrapped():
		whom := cmp.Or(few(p.open), "the other "+count(p.Controllers-len(p.wrapped)))
		return slices.Concat([]string{"Put " + whom + " behind " + p.knob("middleware") + " too."}, fix, late)
	case p.faults > 0:
		list = slices.Concat(list, []string{"Fix what was found."}, fix)
	case polls == "":
		list = append(list, "Nothing has to be fixed.")
	}
	_, allowed := p.Model.Narrowest(l)
	if enough := math.Ceil(float64(l.Objects) / 300); allowed < enough {
		needs := map[string]float64{"client": enough * float64(l.Requests), "workers": math.Ceil(enough * l.Reconcile),
			"middleware": enough}[name]
		list = append(list, fmt.Sprintf("Too slow? For a restart within five minutes raise %s to %s; an outage then causes %s calls a second "+
			"instead of %s.", p.knob(name), short(needs), short(enough), short(allowed)))
	}
	if p.Model.Global == nil && p.part("middleware").State == Missing {
		list = append(list, "Does the service that reconciles call have a quota? `rllint adopt` puts "+p.every()+" behind one rate.")
		list = append(list, late...)
	}
	return list
}

// pollLess says how much less often to poll, so that a third of what there is is left for all else, and what sets it.
func (p Program) pollLess(factor float64) string {
	polls := make(map[float64]bool)
	longest := 0.0
	for _, g := range p.Model.Groups {
		if g.Poll > 0 {
			polls[g.Poll], longest = true, math.Max(longest, g.Poll)
		}
	}
	text := "poll " + short(math.Ceil(15*factor)/10) + " times less often"
	if len(polls) == 1 {
		text = "poll every " + duration(60*math.Ceil(1.5*longest*factor/60)) + " instead of every " + duration(longest)
	}
	if p.pollFlag != "" {
		text += " (" + p.pollFlag + ")"
	}
	return text + ", which leaves a third for all else"
}

// few names some controllers, "" if there are none or more than three.
func few(names []string) string {
	if n := len(names); n == 0 || n > 3 {
		return ""
	}
	return strings.Join(names, " and ")
}

func (p Program) every() string {
	if p.Controllers == 1 {
		return "the controller"
	}
	return "all " + count(p.Controllers)
}

// effect says what a change to a program does in an outage, and what its price is.
func effect(begin string, now, then simulate.Result) string {
	var gains, prices []string
	add := func(what string, ours, theirs float64, now, then string) {
		switch text := what + " " + then + " instead of " + now; {
		case math.Abs(ours-theirs) <= 0.05*ours: // which nobody would see
		case theirs > ours:
			prices = append(prices, text)
		default:
			gains = append(gains, text)
		}
	}
	calls := func(r simulate.Result) float64 { return until(r.Reconciles, r.Bin, simulate.OutageLength) }
	recovered := func(r simulate.Result) float64 {
		if r.Recovered < 0 {
			return math.MaxFloat64
		}
		return r.Recovered
	}
	add("an outage causes", calls(now), calls(then), short(calls(now)), short(calls(then))+" calls")
	add("a new object waits", longestProbe(now).Wait, longestProbe(then).Wait, longestWait(now), upTo(longestWait(then)))
	add("all objects are healthy", recovered(now), recovered(then), afterOutage(now), afterOutage(then))
	text := begin + ": " + cmp.Or(strings.Join(gains, ", and "), "not much in an outage") + "."
	if len(prices) > 0 {
		text += " The price: " + strings.Join(prices, ", and ") + "."
	}
	return text
}

// flagText finds a flag as people type it.
var flagText = regexp.MustCompile(`--[\w.-]*\w`)

// part returns the part of a name.
func (p Program) part(name string) Part {
	return p.Parts[slices.IndexFunc(p.Parts, func(part Part) bool { return part.Name == name })]
}

// knob names what sets a part.
func (p Program) knob(name string) string {
	part := p.part(name)
	if flag := flagText.FindString(part.Value + " " + strings.Join(part.Detail, " ")); flag != "" {
		return flag
	}
	return map[string]string{"client": "the client's QPS", "workers": "MaxConcurrentReconciles",
		"middleware": "the limiter around reconciles"}[name]
}
