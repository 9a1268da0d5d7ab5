package simulate

import (
	"math"
	"slices"
)

// Polls is what the polls of a program come to once its start is over. Numbers are of a second.
type Polls struct {
	Reconciles float64 `json:"reconciles"` // on average
	Requests   float64 `json:"requests"`
	// In the busiest second, and in that of a run in which chance adds up to a tenth to each poll.
	MostReconciles     float64 `json:"mostReconciles"`
	MostRequests       float64 `json:"mostRequests"`
	JitteredReconciles float64 `json:"jitteredReconciles"`
	JitteredRequests   float64 `json:"jitteredRequests"`

	Workers []float64 `json:"workers"` // by group: which part of its workers polls alone need; above 1 they do not keep up
	Wait    float64   `json:"wait"`    // seconds that a new object waits at most, -1 for more than an hour
}

// UsualJitter is which part of a poll chance adds at most where it adds something: how much it is the inventory does not tell.
const UsualJitter = 0.1

// LongestPoll is after how many seconds an object is polled at most in a run: of a longer poll a run shows too little.
const LongestPoll = 1800

// Need returns which part of what there is the polls alone need: of the workers of each group, of the global limit and of the
// client. Above 1 they do not keep up.
func (p Program) Need(l Load) (workers []float64, global, client float64) {
	for i, polls := range p.polls(l) {
		g := p.Groups[i]
		workers = append(workers, polls*l.Reconcile/float64(g.Controllers*g.Workers))
		if p.Global != nil && g.Wrapped {
			global += polls / p.Global.Rate
		}
		if p.Client != nil {
			client += polls * float64(l.Requests) / p.Client.Rate
		}
	}
	return workers, global, client
}

// Asked returns how many reconciles a second the polls of all controllers ask for, whether they keep up or not.
func (p Program) Asked(l Load) (sum float64) {
	for _, polls := range p.polls(l) {
		sum += polls
	}
	return sum
}

// polls returns how many reconciles a second the polls of each group ask for.
func (p Program) polls(l Load) []float64 {
	controllers, list := 0, make([]float64, len(p.Groups))
	for _, g := range p.Groups {
		controllers += g.Controllers
	}
	for i, g := range p.Groups {
		if g.Poll > 0 {
			list[i] = float64(l.Objects) * float64(g.Controllers) / float64(controllers) / g.Poll
		}
	}
	return list
}

// Polled reports whether some controllers poll.
func (p Program) Polled() bool {
	return slices.ContainsFunc(p.Groups, func(g Group) bool { return g.Poll > 0 })
}

// jittered is the program with jitter in all its polls.
func (p Program) jittered() Program {
	p.Groups = slices.Clone(p.Groups)
	for i := range p.Groups {
		p.Groups[i].Jitter = math.Max(p.Groups[i].Jitter, UsualJitter)
	}
	return p
}

// steadyLength returns how many seconds of polls are simulated: several of the longest.
func (p Program) steadyLength() float64 {
	length := 1200.0
	for _, g := range p.Groups {
		length = math.Max(length, 20*g.Poll)
	}
	return math.Min(length, longestRun)
}

// latest is when a run ends at the latest. One of polls goes on until the last new object is seen.
func (m *model) latest() float64 {
	if m.scenario == Steady {
		return m.length + longestRun
	}
	return longestRun
}

// poll is what RequeueAfter of a reconcile without an error does. New objects do not poll, lest they become more and more.
func (m *model) poll(i int) {
	p := &m.pools[m.items[i].pool]
	if m.scenario != Steady || p.Poll == 0 || m.items[i].probe >= 0 || m.now >= m.length {
		return
	}
	m.later(i, p.Poll*(1+p.Jitter*m.chance.Float64()))
}

// polls sums up the second half of a run.
func (m *model) polls(p Program) *Polls {
	var out Polls
	out.Workers, _, _ = p.Need(m.load)
	out.MostReconciles, out.MostRequests = m.busiest()
	out.Reconciles, out.Requests = mean(m.half(m.reconciles)), mean(m.half(m.requests))
	for _, probe := range m.out.Probes {
		switch {
		case probe.At < m.length/2 || out.Wait < 0:
		case probe.Wait < 0:
			out.Wait = -1
		default:
			out.Wait = math.Max(out.Wait, probe.Wait)
		}
	}
	return &out
}

// busiest returns the most of a second in the second half of a run.
func (m *model) busiest() (reconciles, requests float64) {
	return slices.Max(m.half(m.reconciles)), slices.Max(m.half(m.requests))
}

// half returns the seconds of the second half of a run.
func (m *model) half(seconds []float64) []float64 {
	list := make([]float64, int(m.length/2))
	if from := int(m.length / 2); from < len(seconds) {
		copy(list, seconds[from:])
	}
	return list
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}
