package ratelimiter

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// debugPath is where ServeDebug serves.
const debugPath = "/debug/ratelimiter"

// ServeDebug serves what waits and why at /debug/ratelimiter of the manager's metrics
// server: a table, or JSON with ?format=json. Call it before the manager starts. It is an
// error if the manager refuses, or if New did not make the limits. Whoever may read the
// metrics may read it.
func (l *Limits) ServeDebug(m interface {
	AddMetricsServerExtraHandler(path string, handler http.Handler) error
}) error {
	if !l.made() {
		return errNoLimits
	}
	if isNil(m) {
		return errors.New("cannot serve " + debugPath + ": the manager is nil")
	}
	return m.AddMetricsServerExtraHandler(debugPath, http.HandlerFunc(l.serveDebug))
}

// queueState is what a limited queue holds.
type queueState struct {
	Ready   int `json:"ready"`
	Delayed int `json:"delayed"`
	Working int `json:"working"`
	Failing int `json:"failing"`

	// HeldBack are some of the requests that WithObjectLimit holds back.
	HeldBack []string `json:"heldBack,omitempty"`

	// FullTenants are some of the tenants of which as many run as may, and more are ready.
	FullTenants []string `json:"fullTenants,omitempty"`
}

// mostShown is how many of them are shown.
const mostShown = 10

// debugLimiter is a limiter as it is shown.
type debugLimiter struct {
	Name     string  `json:"name"`
	Rate     float64 `json:"rate"`
	Burst    int     `json:"burst"`
	Tokens   int     `json:"tokens"`
	InFlight int     `json:"inFlight"`
	Stopped  bool    `json:"stopped,omitempty"`
}

// debugController is a controller as it is shown.
type debugController struct {
	Name    string  `json:"name"`
	Class   string  `json:"class"`
	Waiting int     `json:"waiting"`        // workers
	Turn    int     `json:"turn,omitempty"` // 1 for the next of those of its class that wait
	Waits   string  `json:"waits,omitempty"`
	Why     string  `json:"why,omitempty"`
	Weight  float64 `json:"weight"`
	queueState
}

type debugState struct {
	Limiters    []debugLimiter    `json:"limiters"`
	Controllers []debugController `json:"controllers"`
}

func (l *Limits) serveDebug(w http.ResponseWriter, r *http.Request) {
	state := l.debugState()
	if r.URL.Query().Get("format") == "json" {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(state)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "LIMITER\tRATE\tBURST\tTOKENS\tIN FLIGHT\tSTOPPED")
	for _, l := range state.Limiters {
		fmt.Fprintf(table, "%s\t%v\t%d\t%d\t%d\t%v\n", l.Name, l.Rate, l.Burst, l.Tokens, l.InFlight, l.Stopped)
	}
	fmt.Fprintln(table, "\t\t\t\t\t")
	fmt.Fprintln(table, "CONTROLLER\tCLASS\tREADY\tDELAYED\tWORKING\tFAILING\tWAITING\tTURN\tWAITS\tWHY")
	for _, c := range state.Controllers {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", c.Name, c.Class, c.Ready, c.Delayed, c.Working, c.Failing,
			c.Waiting, c.Turn, c.Waits, c.Why)
	}
	_ = table.Flush()
	for _, c := range state.Controllers {
		if len(c.HeldBack) > 0 {
			fmt.Fprintf(w, "\n%s holds back %s\n", c.Name, strings.Join(c.HeldBack, ", "))
		}
		if len(c.FullTenants) > 0 {
			fmt.Fprintf(w, "\n%s has requests of tenants of which as many run as may: %s\n", c.Name, strings.Join(c.FullTenants, ", "))
		}
	}
}

// debugState returns what waits and why. Queues are asked without the tree's lock, which
// they take after their own.
func (l *Limits) debugState() debugState {
	t := l.global.tree
	t.mu.Lock()
	now := t.now()
	shares := make([]*share, 0, len(t.shares))
	for _, s := range t.shares {
		shares = append(shares, s)
	}
	slices.SortFunc(shares, func(a, b *share) int {
		return cmp.Or(cmp.Compare(a.tag, b.tag), cmp.Compare(a.since, b.since))
	})
	var state debugState
	turns := map[*Limiter]int{}
	queues := make([]func() queueState, len(shares))
	for i, s := range shares {
		c := debugController{Name: s.name, Class: s.limiter.shown(), Weight: float64(fullQuantum) / float64(s.quantum)}
		for w := s.first; w != nil; w = w.next {
			c.Waiting++
		}
		if c.Waiting > 0 {
			turns[s.limiter]++
			c.Turn = turns[s.limiter]
			c.Waits = time.Duration(now - s.first.began).Round(time.Millisecond).String()
			c.Why = s.why(now)
		}
		queues[i] = s.inQueue
		state.Controllers = append(state.Controllers, c)
	}
	seen := map[*Limiter]bool{}
	show := func(n *Limiter) {
		if !seen[n] {
			seen[n] = true
			n.bucket.advance(now)
			state.Limiters = append(state.Limiters, debugLimiter{
				Name: n.shown(), Rate: float64(n.bucket.rate) / rateUnit, Burst: int(n.bucket.burst),
				Tokens: int(max(n.bucket.tokens, 0)), InFlight: n.inFlight, Stopped: n.stopped(now),
			})
		}
	}
	show(t.root)
	for _, s := range shares {
		for n := s.limiter; n != nil; n = n.parent {
			show(n)
		}
	}
	t.mu.Unlock()
	for i, queue := range queues {
		if queue != nil {
			state.Controllers[i].queueState = queue()
		}
	}
	return state
}

// shown is what a limiter is called where it is shown.
func (l *Limiter) shown() string {
	if l.name == "" {
		return "a class without a name"
	}
	return l.name
}

// why says what holds up a share that somebody waits for.
func (s *share) why(now int64) string {
	if s.parked {
		if s.alone.told <= now {
			return "its far side" + s.alone.away(time.Duration(s.parkedUntil-now))
		}
		return fmt.Sprintf("its far side asked for %v more", time.Duration(s.parkedUntil-now).Round(time.Millisecond))
	}
	for l := s.limiter; l != nil; l = l.parent {
		switch {
		case l.paused:
			return l.shown() + " is paused"
		case l.bucket.last > now:
			return fmt.Sprintf("%s was throttled for %v more", l.shown(), time.Duration(l.bucket.last-now).Round(time.Millisecond))
		case l.heldFor(now) > 0:
			return "the far side of " + l.shown() + l.adaptive.breaker.away(l.heldFor(now))
		case l.full():
			return fmt.Sprintf("%s has %d in flight", l.shown(), l.inFlight)
		case l.dry:
			return l.shown() + " has no token of its source"
		case !l.bucket.available(now):
			return fmt.Sprintf("%s has no token for %v more", l.shown(), l.bucket.wait(now).Round(time.Millisecond))
		}
	}
	return "its turn is next"
}

// away says what is done about a far side that is away.
func (b *breaker) away(rest time.Duration) string {
	if b.trying > 0 {
		return " is away, and is being tried"
	}
	return fmt.Sprintf(" is away, and is tried again in %v", rest.Round(time.Millisecond))
}

func (s *share) setQueue(state func() queueState) {
	t := s.limiter.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	s.inQueue = state
}

// state is what the queue holds, with so many requests that failed.
func (q *queue[T]) state(failing int) queueState {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := queueState{Ready: q.ready.length, Delayed: len(q.delayed), Failing: failing}
	for _, it := range q.items.of {
		if it.working {
			s.Working++
		}
		if it.held && it.state == delayed && len(s.HeldBack) < mostShown {
			s.HeldBack = append(s.HeldBack, fmt.Sprint(it.key))
		}
	}
	slices.Sort(s.HeldBack)
	s.FullTenants = q.fullTenants()
	slices.Sort(s.FullTenants)
	return s
}

// failing is how many items failed since they last succeeded.
func (b *failureBackOff[request]) failing() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.items.of)
}
