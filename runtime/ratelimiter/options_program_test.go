//go:build go1.25

package ratelimiter

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// The parts of the program in which two options come together.
const (
	busyUntil   = time.Minute       // both controllers have more to do than they may
	failsFrom   = 2 * time.Minute   // one object fails again and again
	failsUntil  = 3 * time.Minute   // and then no more
	awayFrom    = 200 * time.Second // the far side is away
	awayUntil   = 260 * time.Second
	hotFrom     = 5 * time.Minute // one object changes all the time
	hotUntil    = 320 * time.Second
	togetherFor = 6 * time.Minute

	takes = 100 * time.Millisecond // a reconcile
)

// together is a program with two controllers under a limit of 10/s, of which one has the options.
type together struct {
	names   []string // of the options
	unique  string
	limits  *Limits
	source  *memorySource
	queued  int // calls of the queue that WithQueue made
	mu      sync.Mutex
	all     []passed
	running map[string]int
	most    map[string]int // that ran at the same time: of a controller, or of all
}

// passed is one reconcile.
type passed struct {
	controller string
	simulation.Entry
}

func (p *together) has(name string) bool { return slices.Contains(p.names, name) }

// in returns the reconciles of the controller with the options that began in that time.
func (p *together) in(from, to time.Duration) (entries []simulation.Entry) {
	for _, e := range p.all {
		if e.controller == "main" && from <= e.At && e.At < to {
			entries = append(entries, e.Entry)
		}
	}
	return entries
}

// both is how many reconciles both controllers made while they were busy.
func (p *together) both() (n int) {
	for _, e := range p.all {
		if e.At < busyUntil {
			n++
		}
	}
	return n
}

// fair is how many of those the controller with the options should have.
func (p *together) fair() float64 {
	perSecond, weight := 10.0, 1.0
	if p.has("WithTokenSource") {
		perSecond = 4
	}
	if p.has("WithWeight") {
		weight = 3
	}
	fair := perSecond * weight / (weight + 1)
	if p.has("WithClass") {
		fair = min(fair, 3)
	}
	return fair * busyUntil.Seconds()
}

// countedQueue is a queue that tells that it is used.
type countedQueue struct {
	workqueue.TypedRateLimitingInterface[reconcile.Request]
	p *together
}

func (q countedQueue) Get() (reconcile.Request, bool) {
	q.p.mu.Lock()
	q.p.queued++
	q.p.mu.Unlock()
	return q.TypedRateLimitingInterface.Get()
}

// reconciler records what it does, and how much of it at the same time.
func (p *together) reconciler(controller string) reconcile.Reconciler {
	began := time.Now()
	return reconcile.Func(func(_ context.Context, req reconcile.Request) (reconcile.Result, error) {
		at := time.Since(began)
		of := []string{"all", controller}
		p.mu.Lock()
		p.all = append(p.all, passed{controller, simulation.Entry{At: at, Request: req}})
		for _, what := range of {
			p.running[what]++
			p.most[what] = max(p.most[what], p.running[what])
		}
		p.mu.Unlock()
		time.Sleep(takes)
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, what := range of {
			p.running[what]--
		}
		switch {
		case req.Name == "failing" && at < failsUntil:
			return reconcile.Result{}, errFailing
		case controller == "main" && awayFrom <= at && at < awayUntil:
			return reconcile.Result{}, Throttled(errFailing, 0)
		}
		return reconcile.Result{}, nil
	})
}

// busy adds each of the objects fifty times a second in that time.
func busy(objects []reconcile.Request, from, until time.Duration) source.Source {
	return source.Func(func(_ context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
		go func() {
			time.Sleep(from)
			for range int((until - from) / (20 * time.Millisecond)) {
				for _, object := range objects {
					queue.Add(object)
				}
				time.Sleep(20 * time.Millisecond)
			}
		}()
		return nil
	})
}

// newTogether returns a program that begins now.
func newTogether(unique string) *together {
	return &together{unique: unique, running: map[string]int{}, most: map[string]int{}, source: &memorySource{}}
}

// run runs the program with the options.
func (p *together) run(t *testing.T, options []optionTogether) {
	var ofLimiter []LimiterOption
	for _, o := range options {
		p.names = append(p.names, o.name)
		if o.limiter != nil {
			ofLimiter = append(ofLimiter, o.limiter(p))
		}
	}
	var err error
	if p.limits, err = New(10, ofLimiter...); err != nil {
		t.Fatal(err)
	}
	var ofReconciler []ReconcilerOption
	for _, o := range options {
		if o.reconciler != nil {
			ofReconciler = append(ofReconciler, o.reconciler(p))
		}
	}
	if p.has("WithTokenSource") {
		go func() {
			for range int(togetherFor / (250 * time.Millisecond)) {
				p.source.refill(1)
				time.Sleep(250 * time.Millisecond)
			}
		}()
	}
	objects := simulation.Objects("object", 22)
	run(t, togetherFor,
		simulation.Controller{Name: "main", Options: limited(t, "main", p.reconciler("main"), p.limits, ofReconciler...),
			Sources: []source.Source{
				busy(objects, 0, busyUntil), simulation.Appear([]reconcile.Request{simulation.Request("failing")}, failsFrom),
				simulation.Appear(objects, awayFrom), busy(objects[:1], hotFrom, hotUntil),
			}},
		simulation.Controller{Name: "other", Options: limited(t, "other", p.reconciler("other"), p.limits), Sources: []source.Source{
			busy(simulation.Objects("other", 50), 0, busyUntil),
		}},
	)
}
