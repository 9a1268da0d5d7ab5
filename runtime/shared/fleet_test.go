package shared

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/alicebob/miniredis/v2/server"
	"github.com/redis/go-redis/v9"
)

const ms = int64(time.Millisecond)

// simulatedStore is the bucket's real script in a store whose clock and failures
// the test decides.
type simulatedStore struct {
	mini   *miniredis.Miniredis
	bucket bucket
	run    int
	skew   int64 // of its clock, in ns
	down   bool
	saved  map[string]string // what a restart brings back
}

func newSimulatedStore(t testing.TB) *simulatedStore {
	s := &simulatedStore{mini: miniredis.RunT(t)}
	s.mini.Server().SetPreHook(func(c *server.Peer, cmd string, _ ...string) bool {
		if cmd != "INFO" {
			return false
		}
		c.WriteBulk(fmt.Sprintf("# Server\r\nrun_id:%040x\r\n", s.run))
		return true
	})
	client := redis.NewClient(&redis.Options{Addr: s.mini.Addr(), Protocol: 2, DisableIdentity: true})
	t.Cleanup(func() { client.Close() })
	s.bucket = bucket{client: client, key: "budget"}
	return s
}

var simulationStart = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func (s *simulatedStore) do(at int64, c call) (reply, error) {
	if s.down {
		return reply{}, errors.New("connection refused")
	}
	s.mini.SetTime(simulationStart.Add(time.Duration(at + s.skew)))
	return s.bucket.do(context.Background(), c)
}

// save is what a restart brings back later.
func (s *simulatedStore) save() {
	s.saved = map[string]string{}
	fields, _ := s.mini.HKeys("budget")
	for _, f := range fields {
		s.saved[f] = s.mini.HGet("budget", f)
	}
}

// restart is that of a server which comes back with what was saved last.
func (s *simulatedStore) restart() {
	s.run++
	s.mini.FlushAll()
	for f, v := range s.saved {
		s.mini.HSet("budget", f, v)
	}
}

// event is something that happens at a moment of true time, in ns.
type event struct {
	at    int64
	order int
	do    func()
}

type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].order < e[j].order
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// fleet is processes that share a budget, in simulated time.
type fleet struct {
	t       testing.TB
	random  *rand.Rand
	store   *simulatedStore
	now     int64
	queue   events
	order   int
	members []*simulatedProcess
	passes  []int64
	calls   int
	latency func() int64 // of one way to the store
	lost    float64      // the part of calls of which the reply is lost
}

func newFleet(t testing.TB, seed uint64) *fleet {
	f := &fleet{t: t, random: rand.New(rand.NewPCG(seed, 1)), store: newSimulatedStore(t)}
	f.latency = func() int64 { return ms/10 + f.random.Int64N(ms/10) }
	return f
}

func (f *fleet) at(when int64, do func()) {
	f.order++
	heap.Push(&f.queue, event{max(when, f.now), f.order, do})
}

func (f *fleet) after(d int64, do func()) { f.at(f.now+d, do) }

func (f *fleet) runUntil(end int64) {
	for len(f.queue) > 0 && f.queue[0].at <= end {
		e := heap.Pop(&f.queue).(event)
		f.now = e.at
		e.do()
	}
	f.now = end
}

// simulatedProcess does with its member what Budget does, and what a Limiter does
// with that.
type simulatedProcess struct {
	fleet  *fleet
	member member
	wants  int64 // reconciles that wait
	passed int64
	offset int64 // of its monotonic clock
	skew   int64 // of its wall clock
	frozen int64 // until when it does nothing
	wakeAt int64 // true time of the wake that is planned
	dead   bool
}

func (f *fleet) start(s settings, maxLease int64) *simulatedProcess {
	p := &simulatedProcess{fleet: f, offset: f.random.Int64N(1 << 40), wakeAt: never}
	p.member = member{id: strconv.Itoa(len(f.members)), settings: s, maxLease: maxLease}
	f.members = append(f.members, p)
	return p
}

func (p *simulatedProcess) clock() instant {
	return instant{mono: p.fleet.now + p.offset, wall: p.fleet.now + p.skew}
}

// when runs something in the process, once it is not frozen.
func (p *simulatedProcess) when(at int64, do func()) {
	p.fleet.at(at, func() {
		switch {
		case p.dead:
		case p.frozen > p.fleet.now:
			p.when(p.frozen, do)
		default:
			do()
		}
	})
}

func (p *simulatedProcess) want(n int64) {
	p.wants += n
	if !p.member.dry {
		p.use()
	}
	p.plan()
}

// use lets through what can go.
func (p *simulatedProcess) use() {
	now := p.clock()
	for p.wants > 0 {
		if !p.member.take(now, p.wants) {
			p.member.hurry(now.mono)
			break
		}
		p.wants--
		p.passed++
		p.fleet.passes = append(p.fleet.passes, p.fleet.now)
		if p.member.mayCall(now.mono) {
			p.call()
		}
	}
	if p.member.mayCall(now.mono) {
		p.call()
	}
}

func (p *simulatedProcess) wake() {
	now := p.clock()
	p.member.pass(now)
	if p.member.dry && p.member.hasToken(now) {
		p.member.dry = false
		p.use()
	}
	if p.member.mayCall(now.mono) {
		p.call()
	}
	p.plan()
}

func (p *simulatedProcess) plan() {
	next := p.member.next(p.clock().mono)
	if next == never || next-p.offset >= p.wakeAt {
		return
	}
	p.wakeAt = next - p.offset
	planned := p.wakeAt
	p.when(planned, func() {
		if p.wakeAt == planned {
			p.wakeAt = never
			p.wake()
		}
	})
}

func (p *simulatedProcess) call() {
	f := p.fleet
	c := p.member.begin(p.clock())
	f.calls++
	f.after(f.latency(), func() {
		r, err := f.store.do(f.now, c)
		if err == nil && f.random.Float64() < f.lost {
			err = errors.New("connection reset")
		}
		p.when(f.now+f.latency(), func() {
			if err != nil {
				p.member.failed(p.clock())
			} else {
				p.member.answered(p.clock(), r)
			}
			p.wake()
		})
	})
}

func mustSettings(t testing.TB, rate float64, burst int, fallback float64) settings {
	t.Helper()
	s, err := newSettings(rate, burst, fallback)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// check fails the test if a window lets through more than the limit.
func (f *fleet) check(rate float64, burst int64) {
	f.t.Helper()
	if err := exceeds(f.passes, int64(rate*rateUnit), burst); err != nil {
		f.t.Error(err)
	}
}
