package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/showing/inventory"
	"github.com/rllint/rllint/internal/showing/simulate"
)

// defaultLoad is what the simulation begins with: a reader changes it.
var defaultLoad = simulate.Load{Objects: 10_000, Reconcile: 0.1, Requests: 2, Failing: 1}

// mostGroups bounds the groups that are simulated one by one: those that come after are taken for one.
const mostGroups = 8

// program describes what limits the controllers of a main package; "" is for those that no main package reaches.
func (in Input) program(main string) Program {
	var list []inventory.Controller
	for _, c := range in.Inventory.Controllers {
		if c.Main == main && c.Kind != inventory.Queue {
			list = append(list, c)
		}
	}
	kins := kinsOf(list)
	p := Program{Main: main, Controllers: len(list), Load: defaultLoad, Assumed: []string{}}
	p.wrapped, p.open = asking(kins)
	rate, from, at := in.rate(main)
	global, globalPart := in.global(main, kins, p, rate, from)
	if globalPart.At.Text == "" {
		globalPart.At = at
	}
	p.pollFlag = pollFlag(list)
	client, clientPart := in.client(kins)
	p.Parts = []Part{
		events(kins),
		in.queues(kins),
		in.workers(kins),
		globalPart,
		clientPart,
		{Name: "API server", State: Present, Value: "its own limits",
			Detail: []string{"Priority and fairness of the server are not part of the program."}},
	}
	p.Model, p.Assumed = model(kins, global, client)
	p.Assumed = append(p.Assumed, assumedPolls(list, p.Model.Polled())...)
	for _, part := range p.Parts {
		if part.State == Unknown {
			p.Assumed = append(p.Assumed, "The "+part.Name+" part is not known in whole: what is not known is taken for "+assumption(part.Name)+".")
		}
	}
	p.Rate = rate
	if globalPart.State == Missing {
		p.unused = from
	}
	p.Recommended = recommended(p.Model, p.Rate)
	if p.unused != "" || global != nil && !p.Model.AllWrapped() {
		p.fixed = allWrapped(p.Model, p.Rate)
	}
	p.narrowest()
	return p
}

func assumption(part string) string {
	switch part {
	case "limiter":
		return "controller-runtime's default"
	case "workers":
		return "1 worker a controller"
	}
	return "none"
}

// queues describes the back-off of the queues.
func (in Input) queues(kins []kin) Part {
	part := Part{Name: "limiter", State: Present}
	seen := make(map[string]int)
	all := 0
	open := 0 // controllers whose queue may have a bucket
	var order []kin
	for _, k := range kins {
		text := k.backOff()
		if seen[text] == 0 {
			order = append(order, k)
		}
		seen[text] += len(k.controllers)
		all += len(k.controllers)
		if !k.base.known {
			part.State = Unknown
		}
		if k.open() {
			open += len(k.controllers)
		}
	}
	for i, k := range order {
		text := k.backOff()
		if i > 0 {
			part.Detail = append(part.Detail, fmt.Sprintf("%s: %s", count(seen[text]), text))
			continue
		}
		part.Value, part.At = text, in.Links.at(k.of["limiter"].At)
		if len(order) > 1 {
			part.Value += fmt.Sprintf(", for %d of %s", seen[text], count(all))
		}
	}
	if open > 0 {
		part.State = Unknown
		part.Detail = append(part.Detail, count(open)+": the queue may also limit all its retries to 10 a second, which depends on a setting "+
			"that is not known")
	}
	part.Detail = append(part.Detail, "The limiter of a queue delays retries only; new events go straight through.")
	return part
}

// backOff says how retries are delayed.
func (k kin) backOff() string {
	if !k.base.known {
		return "back-off not known"
	}
	if k.of["limiter"].Verdict == "none" {
		return "no back-off"
	}
	text := "back-off " + duration(k.base.value) + " to " + duration(k.most.value)
	if k.bucket != nil {
		text += fmt.Sprintf(", and %s/s in each queue", plain(k.bucket.Rate))
	}
	return text
}

// workers describes how many reconciles run at the same time.
func (in Input) workers(kins []kin) Part {
	part := Part{Name: "workers", State: Present}
	total := 0.0
	var order []string
	number, flags := make(map[string]int), make(map[string][]string)
	for _, k := range kins {
		for _, c := range k.controllers {
			l := limitsOf(c)
			total += l.workers.value
			text := plain(l.workers.value) + " each"
			flag := l.of["concurrency"].Field("flag")
			if l.of["concurrency"].Detail == "flag "+flag {
				flag = input(l.of["concurrency"].Detail)
			}
			switch {
			case !l.workers.known:
				part.State, text = Unknown, "not known"
			case flag != "":
				text += " by default"
			}
			if number[text]++; number[text] == 1 {
				order = append(order, text)
			}
			if flag != "" && !slices.Contains(flags[text], flag) {
				flags[text] = append(flags[text], flag)
			}
			if part.At.Text == "" {
				part.At = in.Links.at(l.of["concurrency"].At)
			}
		}
	}
	part.Value = plain(total) + " in all"
	if part.State == Unknown {
		part.Value = "at least " + plain(total)
	}
	slices.SortStableFunc(order, func(a, b string) int { return number[b] - number[a] })
	for _, text := range order {
		line := count(number[text]) + ": " + text
		switch of := flags[text]; {
		case len(of) == 1:
			line += " (" + of[0] + ")"
		case len(of) > 1:
			line += fmt.Sprintf(" (%s and %s)", of[0], plural(len(of)-1, "other flag"))
		}
		part.Detail = append(part.Detail, line)
	}
	return part
}

// asking names the controllers that use the global limit, and those that do not.
func asking(kins []kin) (wrapped, open []string) {
	for _, k := range kins {
		for _, c := range k.controllers {
			switch name := cmp.Or(c.Name, c.For, c.Package); k.wrapped {
			case Present:
				wrapped = append(wrapped, name)
			case Missing:
				open = append(open, name)
			}
		}
	}
	return wrapped, open
}

// global describes the limiter that spans the controllers.
func (in Input) global(main string, kins []kin, p Program, rate float64, from string) (*simulate.Global, Part) {
	part := Part{Name: "middleware", State: Missing, Value: "none"}
	all, wrapped, sentBack := p.Controllers, len(p.wrapped), 0
	unknown := all - wrapped - len(p.open)
	for _, k := range kins {
		if k.sentBack {
			sentBack += len(k.controllers)
		}
	}
	if wrapped == 0 {
		switch {
		case unknown > 0 && unknown == all:
			part.State, part.Value = Unknown, "not known"
			part.Detail = []string{"Whether a limit spans the controllers is not known."}
		case unknown > 0:
			part.State, part.Value = Unknown, "none known"
			part.Detail = []string{fmt.Sprintf("%d of %d use no limit that spans them; of %s it is not known.", all-unknown, all, count(unknown))}
		case from != "":
			part.Value = from + ", used by no controller"
			part.Detail = []string{"It limits no reconcile."}
		default:
			part.Detail = []string{"No limit spans the controllers."}
		}
		return nil, part
	}
	part.State = Present
	global := &simulate.Global{Bucket: simulate.Bucket{Rate: rate, Burst: 10 * rate, Start: 10 * rate}}
	part.Value = cmp.Or(from, plain(rate)+"/s assumed")
	if wrapped < all {
		part.Value += fmt.Sprintf(", used by %d of %s", wrapped, count(all))
	}
	for _, program := range in.Inventory.Program {
		for _, l := range program.Limiters {
			if program.Main == main {
				part.At = in.Links.at(l.At)
			}
		}
	}
	if unknown > 0 {
		part.Detail = append(part.Detail, "Of "+count(unknown)+" it is not known.")
	}
	global.Requeues = 2*sentBack > wrapped
	switch sentBack {
	case 0:
		part.Detail = append(part.Detail, "What has no token waits for one.")
	case wrapped:
		part.Detail = append(part.Detail, "What has no token goes back to its queue, which forgets its failures: it no longer backs off.")
	default:
		part.Detail = append(part.Detail, "In "+count(sentBack)+" what has no token goes back to the queue, in the others it waits; the "+
			"simulation takes all for the larger part.")
	}
	return global, part
}

// rate returns the rate that a program has for all its controllers, and where it comes from, in words and as a place: "" if it has none.
func (in Input) rate(main string) (rate float64, from string, at Place) {
	rate = assumedRate
	for _, program := range in.Inventory.Program {
		if program.Main != main {
			continue
		}
		for _, r := range program.Rates {
			at, from = in.Links.at(r.At), "from "+input(r.Input)
			if x, err := strconv.ParseFloat(r.Default, 64); err == nil && x > 0 {
				rate, from = x, fmt.Sprintf("%s/s from %s", plain(x), input(r.Input))
			}
		}
	}
	return rate, from, at
}

// input writes a flag as people type it.
func input(text string) string {
	if name, ok := strings.CutPrefix(text, "flag "); ok {
		return "--" + name
	}
	return text
}

// client describes what limits the requests to the API server.
func (in Input) client(kins []kin) (*simulate.Bucket, Part) {
	part := Part{Name: "client", State: Unknown, Value: "not known"}
	i := slices.IndexFunc(kins, func(k kin) bool { return k.clientState != Unknown })
	if i < 0 {
		return nil, part
	}
	k := kins[i]
	part.State, part.At = k.clientState, in.Links.at(k.of["client"].At)
	if k.unlimited {
		part.Value, part.Detail = "no limit", []string{k.of["client"].Detail}
		return nil, part
	}
	part.Value = fmt.Sprintf("%s requests/s, burst %s", plain(k.qps.value), plain(k.burst.value))
	part.Detail = []string{input(k.of["client"].Detail), "One bucket for each kind of object, shared by all workers; the scenarios " +
		"count one kind."}
	return &simulate.Bucket{Rate: k.qps.value, Burst: k.burst.value, Start: k.burst.value}, part
}

// model is the program as it is simulated, with what was assumed for it.
func model(kins []kin, global *simulate.Global, client *simulate.Bucket) (*simulate.Program, []string) {
	p := &simulate.Program{Global: global, Client: client}
	for i, k := range kins {
		if i >= mostGroups {
			last := &p.Groups[mostGroups-1]
			last.Name = "the others"
			last.Controllers += len(k.controllers)
			continue
		}
		p.Groups = append(p.Groups, simulate.Group{
			Name: k.name(), Controllers: len(k.controllers), Workers: int(k.workers.value), Base: k.base.value, Longest: math.Max(k.most.value,
				k.base.value),
			Bucket: k.bucket, Wrapped: k.wrapped == Present, Priority: k.prioritising, Poll: k.poll, Jitter: k.jitter,
		})
	}
	assumed := []string{}
	if len(kins) > mostGroups {
		assumed = append(assumed, fmt.Sprintf("Of %d groups of controllers with different limits, the smaller ones are taken for one.",
			len(kins)))
	}
	return p, assumed
}

// allWrapped is the program with its limiter around all its controllers: as it is, or as crossplane-runtime's middleware asks it.
func allWrapped(p *simulate.Program, rate float64) *simulate.Program {
	out := &simulate.Program{Global: p.Global, Client: p.Client}
	if out.Global == nil {
		out.Global = &simulate.Global{Bucket: simulate.Bucket{Rate: rate, Burst: 10 * rate, Start: 10 * rate}, Requeues: true}
	}
	for _, g := range p.Groups {
		g.Wrapped = true
		out.Groups = append(out.Groups, g)
	}
	return out
}

// recommended is the program with the limits that one rate stands for.
func recommended(p *simulate.Program, rate float64) *simulate.Program {
	out := &simulate.Program{
		Global: &simulate.Global{Bucket: simulate.Bucket{Rate: rate, Burst: 10 * rate, Start: 1}, AtQueue: true},
		Client: &simulate.Bucket{Rate: 5 * rate, Burst: 10 * rate, Start: 10 * rate},
	}
	for _, g := range p.Groups {
		g.Workers, g.Base, g.Longest, g.Bucket, g.Wrapped = max(1, int(rate)), 1, 60, nil, true
		out.Groups = append(out.Groups, g)
	}
	return out
}
