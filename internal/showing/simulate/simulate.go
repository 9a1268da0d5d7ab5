package simulate

import (
	"math"
	"slices"
)

// A Program is what limits the reconciles of a program.
type Program struct {
	Groups []Group `json:"groups"`
	Global *Global `json:"global"` // nil if no limit spans the controllers
	Client *Bucket `json:"client"` // of requests to the API server; nil if there is no limit
}

// A Group is controllers that have the same limits.
type Group struct {
	Name        string  `json:"name"`
	Controllers int     `json:"controllers"`
	Workers     int     `json:"workers"` // of each controller
	Base        float64 `json:"base"`    // seconds until the first retry of a request
	Longest     float64 `json:"longest"` // seconds until a retry at most
	Bucket      *Bucket `json:"bucket"`  // of each queue, over all its retries; nil if there is none
	Wrapped     bool    `json:"wrapped"` // the global limiter is asked before each reconcile
	// Priority says that the queues hand out what is new before what was there at the start, and at once what is added
	// while it waits for its back-off: the default from controller-runtime v0.23 on.
	Priority bool `json:"priority"`
	// Poll is how many seconds after a reconcile an object is reconciled again though nothing happened, 0 for never. Jitter is which
	// part of them chance adds at most.
	Poll   float64 `json:"poll"`
	Jitter float64 `json:"jitter"`
}

// A Bucket is a token bucket: at most Burst tokens, of which Rate a second come back.
type Bucket struct {
	Rate  float64 `json:"rate"`
	Burst float64 `json:"burst"`
	Start float64 `json:"start"` // tokens at the start; client-go's and x/time's begin with Burst
}

// A Global is the limiter that middleware around reconcilers asks.
type Global struct {
	Bucket
	// Requeues says that a request which has to wait goes back to its queue and passes the next time it is seen, and
	// that its failures are forgotten, as with crossplane-runtime's middleware. Else its worker waits for its turn.
	Requeues bool `json:"requeues"`
	// AtQueue says that a worker waits before it takes a request: the queue hands one out together with its token, that which
	// is next then. With package ratelimiter of rllint's module runtime it is so.
	AtQueue bool `json:"atQueue"`
}

// A Load is what a program has to do.
type Load struct {
	Objects   int     `json:"objects"`   // of all controllers together
	Reconcile float64 `json:"reconcile"` // seconds that one takes, but for waiting
	Requests  int     `json:"requests"`  // to the API server, of one reconcile
	Failing   float64 `json:"failing"`   // part of the objects that fail in an outage, 0 to 1
}

// A Scenario is what happens to a program.
type Scenario int

// The scenarios.
const (
	Outage  Scenario = iota // objects fail for ten minutes, from the start
	Restart                 // all objects are queued at the start
	Storm                   // objects change for a minute, ten times as fast as they can be reconciled
	Steady                  // nothing but polls, after a start
)

// Lengths of time in the scenarios, in seconds.
const (
	OutageLength = 600
	StormLength  = 60
	longestRun   = 3600
)

// StormFactor is how many times faster objects change in a storm than they can be reconciled.
const StormFactor = 10

// mostEvents bounds what a run may cost: a larger program is simulated in small, with fewer objects and
// everything else in proportion.
const mostEvents = 400_000

// A Result is what a run came to.
type Result struct {
	Bin        float64   `json:"bin"`        // seconds that each element of the lists below counts
	Reconciles []float64 `json:"reconciles"` // a second
	Requests   []float64 `json:"requests"`   // to the API server, a second
	// What the busiest second of each bin had.
	MostReconciles []float64 `json:"mostReconciles"`
	MostRequests   []float64 `json:"mostRequests"`

	Waiting   []float64 `json:"waiting"` // requests that wait for their back-off, at the end of the bin
	Probes    []Probe   `json:"probes"`
	Recovered float64   `json:"recovered"` // when each object had been reconciled without an error, -1 if not within an hour
	Last      int       `json:"last"`      // index of the group that the last of them belongs to
	Total     float64   `json:"total"`     // reconciles
	Scale     float64   `json:"scale"`     // the program was simulated in small, by this factor; 1 if it was not

	Polls *Polls `json:"polls"` // what the second half of a run of Steady had, nil in other scenarios
}

// A Probe is a new object that nothing is wrong with but what is wrong with all.
type Probe struct {
	At   float64 `json:"at"`
	Wait float64 `json:"wait"` // until its first reconcile, -1 if there was none
}

// Capacity returns how many reconciles a second each part allows, +Inf for a part that allows any number.
func (p Program) Capacity(l Load) (workers, global, client float64) {
	workers, global, client = 0, math.Inf(1), math.Inf(1)
	for _, g := range p.Groups {
		workers += float64(g.Controllers * g.Workers)
	}
	if workers /= l.Reconcile; l.Reconcile == 0 {
		workers = math.Inf(1)
	}
	if p.Global != nil && p.AllWrapped() {
		global = p.Global.Rate
	}
	if p.Client != nil && l.Requests > 0 {
		client = p.Client.Rate / float64(l.Requests)
	}
	return workers, global, client
}

// AllWrapped reports whether each controller asks the global limiter before it reconciles.
func (p Program) AllWrapped() bool {
	return !slices.ContainsFunc(p.Groups, func(g Group) bool { return !g.Wrapped })
}

// Narrowest returns the part that allows the least under a load, client, middleware or workers, and how many reconciles a second it allows.
func (p Program) Narrowest(l Load) (part string, allowed float64) {
	workers, global, client := p.Capacity(l)
	switch allowed = math.Min(workers, math.Min(global, client)); allowed {
	case client:
		part = "client"
	case global:
		part = "middleware"
	default:
		part = "workers"
	}
	return part, allowed
}

// Run simulates a scenario. The program has at least one group, and each number is positive but for
// Base, Requests and Reconcile, which may be 0.
func Run(p Program, l Load, s Scenario) Result {
	scale := scaleOf(p, l, s)
	m := newModel(p, l, s, scale)
	m.run()
	r := m.result()
	if s == Steady {
		r.Polls = m.polls(p)
		jittered := newModel(p.jittered(), l, s, scale)
		jittered.run()
		r.Polls.JitteredReconciles, r.Polls.JitteredRequests = jittered.busiest()
	}
	return r
}

// scaleOf returns by which factor a run is made smaller so that it costs a bounded number of events.
func scaleOf(p Program, l Load, s Scenario) float64 {
	_, limit := p.Narrowest(l)
	limit = math.Min(limit, 1e9)
	var reconciles float64
	switch s {
	case Outage:
		reconciles = math.Min(limit*OutageLength, float64(l.Objects)*retries(p))
	case Restart:
		reconciles = math.Min(limit*longestRun, float64(l.Objects))
	case Storm:
		reconciles = limit*StormLength*(StormFactor+1) + float64(l.Objects)
	case Steady:
		for _, g := range p.Groups {
			if g.Poll > 0 {
				reconciles = math.Max(reconciles, math.Min(limit, float64(l.Objects)/g.Poll)*p.steadyLength()+float64(l.Objects))
			}
		}
	}
	perReconcile := 3.0
	if p.Client != nil {
		perReconcile += 2 * float64(l.Requests)
	}
	scale := math.Ceil(reconciles * perReconcile / mostEvents)
	for _, g := range p.Groups {
		scale = math.Min(scale, math.Floor(float64(g.Controllers*g.Workers)/fewWorkers))
	}
	return math.Max(1, scale)
}

// fewWorkers is how many workers a group keeps in small: fewer could not stand for what was there.
const fewWorkers = 5

// retries returns about how often an object is reconciled during an outage.
func retries(p Program) float64 {
	most := 0.0
	for _, g := range p.Groups {
		n, delay := 1.0, math.Max(g.Base, 1e-6)
		for at := 0.0; at < OutageLength; n++ {
			at += math.Min(delay, g.Longest)
			delay *= 2
		}
		most = math.Max(most, n)
	}
	return most
}
