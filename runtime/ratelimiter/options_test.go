//go:build go1.25

package ratelimiter

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// optionTogether is an option with what it promises in any program that has it.
type optionTogether struct {
	name       string
	limiter    func(*together) LimiterOption
	reconciler func(*together) ReconcilerOption
	observed   bool // it also promises that in limits that only count
	promise    func(*together) error
}

func atMost(p *together, what string, most int) error {
	if p.most[what] > most {
		return fmt.Errorf("%d reconciles of %s run at the same time", p.most[what], what)
	}
	return nil
}

// retries returns the delays of the object that fails, without what a reconcile takes.
func retries(p *together) (delays []time.Duration) {
	entries := p.in(failsFrom, failsUntil)
	for i := 1; i < len(entries); i++ {
		delays = append(delays, entries[i].At-entries[i-1].At-takes)
	}
	return delays
}

func checkRetries(p *together) error {
	base, longest, longer := time.Second, time.Minute, 10*time.Millisecond
	if p.has("WithBackOff") {
		base, longest = 2*time.Second, 8*time.Second
	}
	delays := retries(p)
	if len(delays) < 4 {
		return fmt.Errorf("an object that fails for a minute is retried after %v", delays)
	}
	drawn := false
	for i, got := range delays {
		want := min(base<<i, longest)
		most := want + longer
		if p.has("WithJitter") {
			most += want / 2
			drawn = drawn || got > want+longer
		}
		if got < want || got > most {
			return fmt.Errorf("retry %d came after %v, want %v to %v", i, got, want, most)
		}
	}
	if p.has("WithJitter") && !drawn {
		return errors.New("no retry was later for its jitter")
	}
	return nil
}

// checkShare is what all options promise that hold anything up.
func checkShare(p *together) error {
	if got, fair := float64(len(p.in(0, busyUntil))), p.fair(); got < 0.95*fair-2 || got > 1.05*fair+6 {
		return fmt.Errorf("the controller has %v reconciles, want about %v", got, fair)
	}
	return nil
}

var optionsTogether = []optionTogether{
	{name: "WithAdaptive", limiter: func(*together) LimiterOption { return WithAdaptive() }, promise: func(p *together) error {
		if calls, again := len(p.in(awayFrom, awayUntil)), len(p.in(awayUntil, togetherFor)); calls > 25 || again < 20 {
			return fmt.Errorf("%d calls while the far side is away for a minute, and %d afterwards", calls, again)
		}
		return nil
	}},
	{name: "WithBackOff", observed: true, promise: checkRetries,
		reconciler: func(*together) ReconcilerOption { return WithBackOff(2*time.Second, 8*time.Second) }},
	{name: "WithClass", reconciler: func(p *together) ReconcilerOption {
		class, err := p.limits.Global().NewClass(3, 6)
		if err != nil {
			panic(err)
		}
		return WithClass(class)
	}, promise: func(p *together) error {
		entries := p.in(0, togetherFor)
		for i := range entries {
			for j := i; j < len(entries); j++ {
				if window := entries[j].At - entries[i].At; float64(j-i+1) > 6+3*window.Seconds() {
					return fmt.Errorf("%d reconciles of the class in %v", j-i+1, window)
				}
			}
		}
		return nil
	}},
	{name: "WithJitter", observed: true, promise: checkRetries, reconciler: func(*together) ReconcilerOption { return WithJitter(0.5) }},
	{name: "WithMaxInFlight", limiter: func(*together) LimiterOption { return WithMaxInFlight(3) },
		promise: func(p *together) error { return atMost(p, "all", 3) }},
	{name: "WithName", observed: true, limiter: func(p *together) LimiterOption { return WithName(p.unique) },
		promise: func(p *together) error {
			families, err := metrics.Registry.Gather()
			if err != nil {
				return err
			}
			for _, family := range families {
				if family.GetName() == "reconcile_limiter_rate" && strings.Contains(family.String(), p.unique) {
					return nil
				}
			}
			return errors.New("no metrics have its name")
		}},
	{name: "WithObjectLimit", reconciler: func(*together) ReconcilerOption { return WithObjectLimit(1, 2) }, promise: func(p *together) error {
		last := map[reconcile.Request][]time.Duration{}
		for _, e := range p.in(0, togetherFor) {
			last[e.Request] = append(last[e.Request], e.At)
			if at := last[e.Request]; len(at) > 2 && at[len(at)-1]-at[len(at)-3] < time.Second {
				return fmt.Errorf("%v was reconciled at %v", e.Request, at[len(at)-3:])
			}
		}
		return nil
	}},
	{name: "WithObserve", limiter: func(*together) LimiterOption { return WithObserve() }, promise: func(p *together) error {
		if n := p.both(); n < 1100 {
			return fmt.Errorf("%d reconciles, want those of two controllers with a worker each", n)
		}
		return nil
	}},
	{name: "WithQueue", observed: true, reconciler: func(p *together) ReconcilerOption {
		return WithQueue(func(q workqueue.TypedRateLimitingInterface[reconcile.Request]) workqueue.TypedRateLimitingInterface[reconcile.Request] {
			return countedQueue{q, p}
		})
	}, promise: func(p *together) error {
		if p.queued == 0 {
			return errors.New("the queue is not the one that was made")
		}
		return nil
	}},
	{name: "WithTokenSource", limiter: func(p *together) LimiterOption { return WithTokenSource(p.source) }, promise: func(p *together) error {
		if n := p.both(); n > 241 || n < 230 {
			return fmt.Errorf("%d reconciles with 240 tokens of the source", n)
		}
		return nil
	}},
	{name: "WithWeight", reconciler: func(*together) ReconcilerOption { return WithWeight(3) }, promise: checkShare},
	{name: "WithWorkers", observed: true, reconciler: func(*together) ReconcilerOption { return WithWorkers(2) },
		promise: func(p *together) error { return atMost(p, "main", 2) }},
}

// A promise is one that a program without the option would break.
func TestOptionsPromiseSomething(t *testing.T) {
	for i, o := range optionsTogether {
		synctest.Test(t, func(t *testing.T) {
			p := newTogether(fmt.Sprint("options without ", i))
			p.run(t, nil)
			if err := checkShare(p); err != nil {
				t.Error(err)
			}
			p.names = []string{o.name}
			if o.promise(p) == nil {
				t.Errorf("a program without %s keeps what it promises", o.name)
			}
		})
	}
}

// Each option does what it promises beside each other one, as the guide's table says; and each controller
// has its share of the limit.
func TestOptionsTogether(t *testing.T) {
	var table strings.Builder
	table.WriteString("| |")
	for i := range optionsTogether {
		fmt.Fprintf(&table, " %c |", 'a'+i)
	}
	table.WriteString("\n|---" + strings.Repeat("|:-:", len(optionsTogether)) + "|\n")
	for i, one := range optionsTogether {
		fmt.Fprintf(&table, "| %c `%s` |", 'a'+i, one.name)
		for j, other := range optionsTogether {
			options := []optionTogether{one, other}
			if i == j {
				options = options[:1]
			}
			cell := "✓"
			observes := slices.ContainsFunc(options, func(o optionTogether) bool { return o.name == "WithObserve" })
			for _, o := range options {
				if observes && !o.observed && o.name != "WithObserve" {
					cell = "counts"
				}
			}
			fmt.Fprintf(&table, " %s |", cell)
			if j < i {
				continue // was run already
			}
			synctest.Test(t, func(t *testing.T) {
				p := newTogether(fmt.Sprint("options together ", i, " ", j))
				p.run(t, options)
				for _, o := range options {
					if observes && !o.observed && o.name != "WithObserve" {
						continue
					}
					if err := o.promise(p); err != nil {
						t.Errorf("%v: %s: %v", p.names, o.name, err)
					}
				}
				if err := checkShare(p); err != nil && !observes {
					t.Errorf("%v: %v", p.names, err)
				}
			})
		}
		table.WriteString("\n")
	}
	if !strings.Contains(read(t, "../../docs/runtime.md"), table.String()) {
		t.Errorf("the guide does not have this table:\n%s", table.String())
	}
}
