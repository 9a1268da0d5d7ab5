package simulate

import (
	"math"
	"math/rand/v2"
)

// The kinds of event.
const (
	retryDue    = iota // an item's back-off is over
	requestDue         // an item's reconcile gets its token of the client
	requestDone        // a request to the API server is answered
	reconciled         // an item's reconcile ends
	tokenDue           // the global limiter has a token for those that wait
	changed            // the next object changes
	probed             // a new object appears
)

// An event happens to an item, or to none.
type event struct {
	at   float64
	seq  int // events at one time happen in the order in which they were planned
	kind int
	item int
}

// An item is an object in the queue of its controller.
type item struct {
	pool       int
	failures   int
	pendingAt  float64 // when its back-off ends, -1 if it waits for none
	left       int     // requests that its reconcile still makes
	dirty      bool    // it is to be reconciled
	processing bool
	low        bool // it was there at the start
	passes     bool // the global limiter turned it away once, and lets it pass
	well       bool // its last reconcile had no error
	probe      int  // its index among the probes, -1 if it is none
}

// A pool is the queues and workers of a group or, of few controllers, of one.
type pool struct {
	Group
	index       int // of its group
	free        int
	urgent, low fifo[int] // without priorities all items are urgent
	bucket      *bucket
	waiting     fifo[int] // items whose workers wait for the global limit
	claims      int       // workers that wait for it without an item
	served      float64   // turns of each controller
}

type model struct {
	load     Load
	scenario Scenario
	scale    float64
	pools    []pool
	first    []int // pool of each group
	items    []item
	objects  int // items without the probes
	global   *bucket
	requeues bool
	atQueue  bool
	granting bool // a tokenDue is planned
	client   *bucket

	now     float64
	seq     int
	events  agenda
	storm   float64 // changes a second
	changes int

	unseen  int     // probes that have not been reconciled
	sick    int     // objects that have not been reconciled without an error
	backOff int     // items that wait for their back-off
	length  float64 // of a run of Steady: no poll begins later
	chance  *rand.Rand
	out     Result

	reconciles, requests []float64 // of each second
}

// fewControllers is how many controllers have a pool each: which of them has a free worker matters for waits.
const fewControllers = 32

func newModel(p Program, l Load, s Scenario, scale float64) *model {
	m := &model{load: l, scenario: s, scale: scale, objects: max(1, int(math.Round(float64(l.Objects)/scale))),
		length: p.steadyLength(), chance: rand.New(rand.NewPCG(1, 2))}
	controllers := 0
	for _, g := range p.Groups {
		controllers += g.Controllers
	}
	for index, g := range p.Groups {
		m.first = append(m.first, len(m.pools))
		pools := 1
		if scale == 1 && controllers <= fewControllers {
			pools, g.Controllers = g.Controllers, 1
		}
		for range pools {
			m.pools = append(m.pools, pool{Group: g, index: index, free: max(1, int(math.Round(float64(g.Controllers*g.Workers)/scale))),
				bucket: newBucket(g.Bucket, float64(g.Controllers)/scale)})
		}
	}
	m.client = newBucket(p.Client, 1/scale)
	if p.Global != nil {
		m.global, m.requeues, m.atQueue = newBucket(&p.Global.Bucket, 1/scale), p.Global.Requeues, p.Global.AtQueue
	}
	_, limit := p.Narrowest(l)
	m.storm = StormFactor * math.Min(limit, 1e6) / scale
	m.items = make([]item, m.objects)
	// Objects go to the groups in proportion to their controllers.
	share := make([]float64, len(m.pools))
	for i := range m.items {
		best := 0
		for g := range m.pools {
			share[g] += float64(m.pools[g].Controllers) / float64(controllers)
			if share[g] > share[best] {
				best = g
			}
		}
		share[best]--
		m.items[i] = item{pool: best, pendingAt: -1, low: true, probe: -1}
	}
	m.sick = m.objects
	m.out = Result{Bin: 10, Recovered: -1, Scale: scale}
	if s == Storm {
		m.out.Bin = 1
	}
	return m
}

func (m *model) run() {
	if m.scenario == Storm {
		m.sick = 0 // all are well, and change
		m.plan(0, changed, 0)
	} else {
		for i := range m.items {
			m.add(i)
		}
	}
	m.plan(m.probeEvery()/2, probed, 0)
	for {
		e, ok := m.events.pop()
		if !ok || e.at > m.latest() {
			break
		}
		m.close(e.at)
		m.now = e.at
		m.happen(e)
		if m.over() {
			break
		}
	}
	m.close(m.now + m.out.Bin)
}

// over reports whether nothing happens any more that is worth a picture.
func (m *model) over() bool {
	if m.unseen > 0 {
		return false
	}
	switch m.scenario {
	case Outage:
		return m.sick == 0 && m.now > OutageLength+30
	case Restart:
		return m.sick == 0 && m.now > 30
	case Steady:
		return m.now > m.length
	}
	return m.now > StormLength && m.idle()
}

func (m *model) idle() bool {
	for g := range m.pools {
		p := &m.pools[g]
		if p.urgent.len()+p.low.len()+p.waiting.len() > 0 {
			return false
		}
	}
	return m.backOff == 0
}

// probeEvery returns how many seconds lie between two probes: few, since each is one object more.
func (m *model) probeEvery() float64 {
	switch m.scenario {
	case Storm:
		return 5
	case Steady:
		return m.length/32 - 0.5 // in step with no poll
	}
	return 60
}

func (m *model) happen(e event) {
	switch e.kind {
	case retryDue:
		if it := &m.items[e.item]; it.pendingAt == e.at {
			it.pendingAt = -1
			m.backOff--
			m.add(e.item)
		}
	case requestDue:
		m.requested(1)
		m.plan(m.now+m.load.Reconcile/float64(m.load.Requests), requestDone, e.item)
	case requestDone:
		m.next(e.item)
	case reconciled:
		m.finish(e.item)
	case tokenDue:
		m.granting = false
		m.grant()
	case changed:
		if m.now < StormLength {
			i := m.changes % m.objects
			m.changes++
			m.add(i)
			m.plan(float64(m.changes)/m.storm, changed, 0)
		}
	case probed:
		i := len(m.items)
		m.items = append(m.items, item{pool: m.first[len(m.out.Probes)%len(m.first)], pendingAt: -1, probe: len(m.out.Probes)})
		m.out.Probes = append(m.out.Probes, Probe{m.now, -1})
		m.unseen++
		m.add(i)
		if at := m.now + m.probeEvery(); at < longestRun && (m.scenario != Steady || at < m.length) {
			m.plan(at, probed, 0)
		}
	}
}

func (m *model) plan(at float64, kind, item int) {
	m.seq++
	m.events.push(event{at, m.seq, kind, item})
}

// add is what Add of a queue does.
func (m *model) add(i int) {
	it := &m.items[i]
	p := &m.pools[it.pool]
	if p.Priority && it.pendingAt >= 0 { // it is handed out at once, and then not again
		it.pendingAt = -1
		m.backOff--
	}
	if it.dirty {
		return
	}
	it.dirty = true
	if it.processing {
		return
	}
	m.enqueue(p, i)
	m.dispatch(it.pool)
}

func (m *model) enqueue(p *pool, i int) {
	if p.Priority && m.items[i].low {
		p.low.push(i)
		return
	}
	p.urgent.push(i)
}

// reconcile counts a reconcile and makes its requests.
func (m *model) reconcile(i int) {
	it := &m.items[i]
	m.count()
	if it.probe >= 0 && m.out.Probes[it.probe].Wait < 0 {
		m.out.Probes[it.probe].Wait = m.now - m.out.Probes[it.probe].At
		m.unseen--
	}
	if m.client == nil || m.load.Requests == 0 {
		m.requested(float64(m.load.Requests))
		m.plan(m.now+m.load.Reconcile, reconciled, i)
		return
	}
	it.left = m.load.Requests
	m.next(i)
}

// next makes the next request of a reconcile, or ends it.
func (m *model) next(i int) {
	it := &m.items[i]
	if it.left == 0 {
		m.finish(i)
		return
	}
	it.left--
	m.plan(m.now+m.client.reserve(m.now), requestDue, i)
}

// finish is what the controller does with the outcome of a reconcile.
func (m *model) finish(i int) {
	it := &m.items[i]
	m.giveBack(i)
	m.dispatch(it.pool)
	if m.scenario == Outage && m.now < OutageLength && m.fails(i) {
		p := &m.pools[it.pool]
		wait := math.Min(p.Base*math.Pow(2, float64(it.failures)), p.Longest)
		it.failures++
		if p.bucket != nil {
			wait = math.Max(wait, p.bucket.reserve(m.now))
		}
		m.later(i, wait)
		return
	}
	it.failures = 0
	m.poll(i)
	if it.probe < 0 && !it.well && m.scenario != Storm {
		it.well = true
		if m.sick--; m.sick == 0 {
			m.out.Recovered, m.out.Last = m.now, m.pools[it.pool].index
		}
	}
}

// fails reports whether an item is among those that fail in an outage, which are spread evenly.
func (m *model) fails(i int) bool {
	_, part := math.Modf(float64(i) * goldenRatio)
	return part < m.load.Failing
}

// goldenRatio is the inverse of the golden ratio: its multiples are spread evenly, however many there are.
const goldenRatio = 0.6180339887498949

// giveBack gives an item back to its queue and frees its worker.
func (m *model) giveBack(i int) {
	it := &m.items[i]
	it.processing = false
	p := &m.pools[it.pool]
	p.free++
	if it.dirty {
		m.enqueue(p, i)
	}
}

// later is what AddAfter of a queue does: of two delays the shorter counts.
func (m *model) later(i int, wait float64) {
	it := &m.items[i]
	if wait <= 0 {
		m.add(i)
		return
	}
	at := m.now + wait
	if it.pendingAt >= 0 {
		if it.pendingAt <= at {
			return
		}
		m.backOff--
	}
	it.pendingAt = at
	m.backOff++
	m.plan(at, retryDue, i)
}
