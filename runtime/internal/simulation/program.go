package simulation

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

// A Program is what limits the reconciles of a program, as rllint's report simulates it: its JSON is that of
// the linter's package simulate, whose model is held against what [Program.Run] measures.
type Program struct {
	Groups []Group `json:"groups"`
	Global *Global `json:"global"`
	Client *Bucket `json:"client"`
}

// A Group is controllers that have the same limits.
type Group struct {
	Name        string  `json:"name"`
	Controllers int     `json:"controllers"`
	Workers     int     `json:"workers"`
	Base        float64 `json:"base"` // seconds, as all times
	Longest     float64 `json:"longest"`
	Bucket      *Bucket `json:"bucket"`
	Wrapped     bool    `json:"wrapped"`
	Priority    bool    `json:"priority"`
	Poll        float64 `json:"poll"`   // RequeueAfter of a pass without an error
	Jitter      float64 `json:"jitter"` // part of it that chance adds at most
}

// A Bucket is a token bucket.
type Bucket struct {
	Rate  float64 `json:"rate"`
	Burst float64 `json:"burst"`
	Start float64 `json:"start"`
}

// A Global is the limit that spans the controllers.
type Global struct {
	Bucket
	Requeues bool `json:"requeues"`
	AtQueue  bool `json:"atQueue"`
}

// A Load is what the program has to do.
type Load struct {
	Objects   int     `json:"objects"`
	Reconcile float64 `json:"reconcile"`
	Requests  int     `json:"requests"`
	Failing   float64 `json:"failing"` // 1: all objects fail in an outage
}

// Measured is what real controllers did.
type Measured struct {
	Reconciles []float64 `json:"reconciles"` // of each ten seconds
	Requests   []float64 `json:"requests"`
	Waits      []float64 `json:"waits"`     // of new objects, see Program.between, until their first reconcile
	Recovered  float64   `json:"recovered"` // when each object had been reconciled without an error, -1 if not in time
}

// Run runs real controllers for a while, in the bubble of testing/synctest that it is called in. All objects are
// queued at the start, and fail until the outage ends. Wrap puts the global limit around a controller.
func (p Program) Run(ctx context.Context, l Load, outage, while time.Duration,
	wrap func(name string, o *controller.Options) error) (Measured, error) {
	m := &measuring{began: time.Now(), load: l, outage: outage, well: make(map[reconcile.Request]bool),
		first: make(map[reconcile.Request]float64)}
	if p.Client != nil {
		m.client = flowcontrol.NewTokenBucketRateLimiter(float32(p.Client.Rate), int(p.Client.Burst))
	}
	var all []Controller
	var feeds []*feed
	for g, group := range p.Groups {
		for i := range group.Controllers {
			name := fmt.Sprintf("c%d-%d", g, i)
			o := group.options(group.polling(m.reconcile))
			if group.Wrapped && p.Global != nil {
				if err := wrap(name, &o); err != nil {
					return Measured{}, err
				}
			}
			feeds = append(feeds, &feed{name: name})
			all = append(all, Controller{Name: name, Options: o, Sources: []source.Source{feeds[len(feeds)-1].source()}})
		}
	}
	for i := range l.Objects {
		f := feeds[i%len(feeds)]
		f.objects = append(f.objects, Request(fmt.Sprintf("%s-%d", f.name, i)))
	}
	var probes []reconcile.Request
	between := p.between(while)
	for at := between / 2; at < while; at += between {
		// The model's probes go round the groups.
		first := 0
		for g := range len(probes) % len(p.Groups) {
			first += p.Groups[g].Controllers
		}
		f := feeds[first]
		probe := Request(fmt.Sprintf("probe-%d", len(probes))) // see isProbe
		f.probes = append(f.probes, appearing{at, probe})
		probes = append(probes, probe)
	}
	if err := Run(ctx, while, all...); err != nil {
		return Measured{}, err
	}
	return m.result(probes, between), nil
}

// between is how long after each other new objects appear. In a program that polls they appear in step with no poll.
func (p Program) between(while time.Duration) time.Duration {
	for _, g := range p.Groups {
		if g.Poll > 0 {
			return while/32 - time.Second/2
		}
	}
	return time.Minute
}

// isProbe reports whether a request is that of a new object, and none of those that are there at the start.
func isProbe(req reconcile.Request) bool { return strings.HasPrefix(req.Name, "probe-") }

// polling asks for another pass after each that succeeds, but of new objects, lest they become more and more.
func (g Group) polling(r reconcile.Func) reconcile.Reconciler {
	return reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
		result, err := r(ctx, req)
		if err == nil && !isProbe(req) {
			result.RequeueAfter = seconds(g.Poll * (1 + g.Jitter*rand.Float64()))
		}
		return result, err
	})
}

func (g Group) options(r reconcile.Reconciler) controller.Options {
	o := controller.Options{Reconciler: r, MaxConcurrentReconciles: g.Workers}
	perItem := workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](seconds(g.Base), seconds(g.Longest))
	o.RateLimiter = perItem
	if g.Bucket != nil {
		o.RateLimiter = workqueue.NewTypedMaxOfRateLimiter[reconcile.Request](perItem, bucketOf(*g.Bucket))
	}
	return o
}

func seconds(s float64) time.Duration { return time.Duration(math.Round(s * float64(time.Second))) }

// measuring is what all controllers of a run do and write down.
type measuring struct {
	began  time.Time
	load   Load
	outage time.Duration
	client flowcontrol.RateLimiter // nil for none

	mu         sync.Mutex
	reconciles []float64
	requests   []float64
	well       map[reconcile.Request]bool
	first      map[reconcile.Request]float64
	recovered  float64
}

func (m *measuring) reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	m.started(req)
	if m.load.Requests == 0 {
		time.Sleep(seconds(m.load.Reconcile))
	}
	for range m.load.Requests {
		if m.client != nil {
			if err := m.client.Wait(ctx); err != nil {
				return reconcile.Result{}, err
			}
		}
		m.mu.Lock()
		count(&m.requests, time.Since(m.began))
		m.mu.Unlock()
		time.Sleep(seconds(m.load.Reconcile) / time.Duration(m.load.Requests))
	}
	if time.Since(m.began) < m.outage {
		return reconcile.Result{}, errors.New("the far side is away")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, isObject := m.first[req]; isObject && !m.well[req] && !isProbe(req) {
		m.well[req] = true
		if len(m.well) == m.load.Objects {
			m.recovered = time.Since(m.began).Seconds()
		}
	}
	return reconcile.Result{}, nil
}

func (m *measuring) started(req reconcile.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := time.Since(m.began)
	count(&m.reconciles, at)
	if _, known := m.first[req]; !known {
		m.first[req] = at.Seconds()
	}
}

// count adds one to the ten seconds that a time is in.
func count(list *[]float64, at time.Duration) {
	i := int(at / (10 * time.Second))
	for len(*list) <= i {
		*list = append(*list, 0)
	}
	(*list)[i]++
}

func (m *measuring) result(probes []reconcile.Request, between time.Duration) Measured {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := Measured{Reconciles: m.reconciles, Requests: m.requests, Recovered: -1}
	if len(m.well) == m.load.Objects {
		out.Recovered = m.recovered
	}
	for i, probe := range probes {
		at, served := m.first[probe]
		if !served {
			break
		}
		out.Waits = append(out.Waits, at-(float64(i)+0.5)*between.Seconds())
	}
	return out
}

// A feed is the event source of one controller.
type feed struct {
	name    string
	objects []reconcile.Request // there at the start
	probes  []appearing
}

type appearing struct {
	at     time.Duration
	object reconcile.Request
}

// source adds the objects as handlers do with those that a watch lists first: at a low priority, where there are priorities.
func (f *feed) source() source.Source {
	return source.Func(func(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
		for _, o := range f.objects {
			if !AddWithPriority(queue, o, -100) {
				queue.Add(o)
			}
		}
		go func() {
			began := time.Now()
			for _, p := range f.probes {
				select {
				case <-ctx.Done():
					return
				case <-time.After(p.at - time.Since(began)):
					queue.Add(p.object)
				}
			}
		}()
		return nil
	})
}
