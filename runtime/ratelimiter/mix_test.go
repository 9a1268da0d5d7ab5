//go:build go1.25

package ratelimiter

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// mixes is how many random programs are run in which everything comes together.
const mixes = 100

// A mix is a program with one or two Limits, in which classes,
// priorities, timeouts, panics, halves of the wiring and the drop-in come together, while
// the program changes, pauses and throttles the limits.
type mix struct {
	t       *testing.T
	random  *rand.Rand
	began   time.Time
	limits  []*Limits
	lastAct time.Duration // when something was changed last

	quiet  atomic.Bool // all is well from now on
	queues []limitedQueue
	all    []*mixed

	mu      sync.Mutex
	wrong   error
	seen    map[*Limiter]*referenceBucket
	running map[*Limiter]int
	events  map[string]time.Duration // the last of each object
	starts  map[string]time.Duration
	through int
}

// mixed is a limiter, and whether it is paused.
type mixed struct {
	*Limiter
	paused bool
}

// limitedQueue is the queue of a controller whose reconciler is limited too.
type limitedQueue struct {
	r       *Reconciler[reconcile.Request]
	workers int
}

func (m *mix) fail(format string, args ...any) {
	if m.wrong == nil {
		m.wrong = fmt.Errorf(format, args...)
	}
}

// check returns the first thing that went wrong.
func (m *mix) check() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.wrong
}

func (m *mix) add(l *Limiter, err error) *Limiter {
	if err != nil {
		m.t.Fatal(err)
	}
	m.all = append(m.all, &mixed{Limiter: l})
	m.seen[l] = newReferenceBucket(float64(l.rate)/rateUnit, int(l.bucket.burst), l.tree.now())
	return l
}

// options are some of a limiter's.
func (m *mix) options(name string) []LimiterOption {
	o := []LimiterOption{WithName(name)}
	if m.random.IntN(3) > 0 {
		o = append(o, burstAtStart())
	}
	if m.random.IntN(3) == 0 {
		o = append(o, WithAdaptive())
	}
	if m.random.IntN(3) == 0 {
		o = append(o, WithMaxInFlight(1+m.random.IntN(5)))
	}
	return o
}

func newMix(t *testing.T, seed uint64) *mix {
	m := &mix{
		t: t, random: rand.New(rand.NewPCG(seed, 7)), began: time.Now(), seen: map[*Limiter]*referenceBucket{}, running: map[*Limiter]int{},
		events: map[string]time.Duration{}, starts: map[string]time.Duration{},
	}
	for range 1 + m.random.IntN(2) {
		limits, err := New(oneOf(m.random, 1, 3, 10, 30), m.options("all")...)
		if err != nil {
			t.Fatal(err)
		}
		m.limits = append(m.limits, limits)
		own := []*Limiter{m.add(limits.global, nil)}
		for i := range m.random.IntN(4) {
			rate, burst := oneOf(m.random, 0.5, 2, 7.3, 40), oneOf(m.random, 1, 2, 5, 30)
			own = append(own, m.add(own[m.random.IntN(len(own))].NewClass(rate, burst, m.options(fmt.Sprint("class-", i))...)))
		}
	}
	return m
}

// start notes that a reconcile begins, and returns what notes its end.
func (m *mix) start(name string, req reconcile.Request, l *Limiter, counted bool) (end func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.through++
	m.starts[name+req.String()] = time.Since(m.began)
	for n := l; n != nil; n = n.parent {
		reference := m.seen[n]
		reference.advance(n.tree.now())
		if !reference.take() {
			m.fail("%s reconciles %s at %v beyond the limit of %s", name, req, time.Since(m.began), n.shown())
		}
		for _, a := range m.all {
			if a.Limiter == n && a.paused && m.lastAct < time.Since(m.began) {
				m.fail("%s reconciles %s at %v while %s is paused", name, req, time.Since(m.began), n.shown())
			}
		}
		if counted {
			if m.running[n]++; n.most > 0 && m.running[n] > n.most {
				m.fail("%d reconciles of %s run at the same time", m.running[n], n.shown())
			}
		}
	}
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		for n := l; n != nil && counted; n = n.parent {
			m.running[n]--
		}
	}
}

// outcome is what a reconcile comes to.
func (m *mix) outcome(ctx context.Context, random *rand.Rand) (reconcile.Result, error) {
	if m.quiet.Load() {
		return reconcile.Result{}, nil
	}
	if random.IntN(3) == 0 {
		select {
		case <-time.After(time.Duration(random.IntN(3000)) * time.Millisecond):
		case <-ctx.Done():
		}
	}
	switch random.IntN(9) {
	case 0:
		return reconcile.Result{}, errFailing
	case 1:
		return reconcile.Result{RequeueAfter: time.Duration(1 + random.IntN(2000)*random.IntN(2000)*1000)}, nil
	case 2:
		return reconcile.Result{}, reconcile.TerminalError(errFailing)
	case 3:
		return reconcile.Result{}, errors.Join(errFailing,
			Throttled(errFailing, time.Duration(random.IntN(2)*random.IntN(3000))*time.Millisecond))
	case 4:
		panic("a reconciler panics")
	}
	return reconcile.Result{}, nil
}

// controller returns one of a random kind.
func (m *mix) controller(name string) simulation.Controller {
	limits := m.limits[m.random.IntN(len(m.limits))]
	l := limits.global
	for range 3 {
		if a := m.all[m.random.IntN(len(m.all))].Limiter; a.tree == l.tree {
			l = a
		}
	}
	options := []ReconcilerOption{WithClass(l), WithWeight(1 + m.random.IntN(3)), WithWorkers(oneOf(m.random, 1, 2, 10))}
	if m.random.IntN(4) == 0 {
		options = append(options, WithObjectLimit(0.5, 2))
	}
	kind := m.random.IntN(6)
	if kind == 3 {
		l = limits.global // of the drop-in
	}
	seed := m.random.Uint64()
	inner := reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
		if kind != 3 && ctx.Err() != nil {
			m.mu.Lock()
			m.fail("%s reconciles %s with an ended context", name, req)
			m.mu.Unlock()
		}
		defer m.start(name, req, l, kind != 3)()
		return m.outcome(ctx, rand.New(rand.NewPCG(seed, uint64(time.Now().UnixNano()))))
	})
	r, err := NewReconciler(name, inner, limits, options...)
	if err != nil {
		m.t.Fatal(err)
	}
	o := r.ControllerOptions()
	o.Reconciler = r
	switch kind {
	case 1:
		o.Reconciler = inner
	case 2:
		o.NewQueue = nil
	case 3:
		o = controller.Options{MaxConcurrentReconciles: 5, Reconciler: &middleware{
			name: name, inner: inner, limit: limits.GlobalRateLimiter(nil), limited: map[string]bool{},
		}}
	default:
		m.queues = append(m.queues, limitedQueue{r, o.MaxConcurrentReconciles})
	}
	if m.random.IntN(3) == 0 && kind != 3 {
		setTimeout(&o, time.Duration(1+m.random.IntN(20))*time.Second)
	}
	return simulation.Controller{Name: name, Options: o, Sources: []source.Source{m.source(name)}}
}

// source has events for some objects, of several priorities.
func (m *mix) source(name string) source.Source {
	random := rand.New(rand.NewPCG(m.random.Uint64(), 9))
	var objects []reconcile.Request
	for i := range 1 + m.random.IntN(30) {
		objects = append(objects, simulation.Request(fmt.Sprint("object-", i)))
	}
	pause := oneOf(m.random, 5, 50, 500, 5000)
	return source.Func(func(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
		go func() {
			for ctx.Err() == nil && !m.quiet.Load() {
				object := objects[random.IntN(len(objects))]
				m.mu.Lock()
				m.events[name+object.String()] = time.Since(m.began)
				m.mu.Unlock()
				if random.IntN(2) == 0 || !simulation.AddWithPriority(queue, object, random.IntN(5)) {
					queue.Add(object)
				}
				time.Sleep(time.Duration(1 + random.Int64N(int64(pause)*int64(time.Millisecond))))
			}
		}()
		return nil
	})
}

// noneIdles fails if a token or a worker idles that something waits for.
func (m *mix) noneIdles() {
	for _, l := range m.limits {
		t := l.global.tree
		t.mu.Lock()
		if s, _ := t.root.pick(t.now()); s != nil {
			m.t.Errorf("%s waits although there are tokens", s.name)
		}
		t.mu.Unlock()
	}
	for _, c := range m.queues {
		q := c.r.queue.Load()
		q.mu.Lock()
		busy := q.claims
		for _, it := range q.items.of {
			if it.working {
				busy++
			}
		}
		if !q.down && busy < c.workers && q.ready.length > q.claims {
			m.t.Errorf("%s has %d workers of which %d are busy, and %d requests wait for no token", q.share.name, c.workers, busy, q.ready.length)
		}
		q.mu.Unlock()
	}
}

func (m *mix) run() {
	var all []simulation.Controller
	for i := range 1 + m.random.IntN(6) {
		all = append(all, m.controller(fmt.Sprint("mixed-", i)))
	}
	stop, err := simulation.Start(m.t.Context(), all...)
	if err != nil {
		m.t.Fatal(err)
	}
	for range 3 + m.random.IntN(12) {
		time.Sleep(time.Duration(m.random.Int64N(int64(10 * time.Second))))
		synctest.Wait() // what else happens at this instant happens before
		m.noneIdles()
		m.act()
		m.settle()
		synctest.Wait()
		m.settle()
	}
	m.quiet.Store(true)
	m.lastAct = time.Since(m.began)
	for _, a := range m.all {
		if err := errors.Join(a.Resume(), a.SetLimit(1000, 1000)); err != nil {
			m.t.Error(err)
		}
	}
	m.settle()
	time.Sleep(10 * time.Minute)
	synctest.Wait()
	m.noneIdles()
	for object, at := range m.events {
		if started, ok := m.starts[object]; !ok || started < at {
			m.t.Errorf("the event of %s at %v was lost, its last reconcile began at %v", object, at, started)
		}
	}
	for l, n := range m.running {
		if n != 0 || l.counted && l.inFlight != 0 {
			m.t.Errorf("%d reconciles of %s run in the end, and %d are counted", n, l.shown(), l.inFlight)
		}
	}
	if err := stop(); err != nil {
		m.t.Error(err)
	}
	if err := m.check(); err != nil {
		m.t.Error(err)
	}
}

func TestRandomMixes(t *testing.T) {
	handlers := utilruntime.PanicHandlers
	utilruntime.PanicHandlers = nil // they print a stack for each panic
	t.Cleanup(func() { utilruntime.PanicHandlers = handlers })
	mixes := mixes
	if testing.Short() {
		mixes /= 5
	}
	through := 0
	for seed := range uint64(mixes) {
		synctest.Test(t, func(t *testing.T) {
			m := newMix(t, seed)
			m.run()
			through += m.through
			if t.Failed() {
				t.Logf("program %d", seed)
			}
		})
		if t.Failed() {
			return
		}
	}
	t.Logf("%d programs made %d reconciles", mixes, through)
}
