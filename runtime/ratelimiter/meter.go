package ratelimiter

import (
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	// maxPriorities is for how many priorities a queue has a depth of its own, as in
	// controller-runtime; overPriorities is the label of the others.
	maxPriorities  = 25
	overPriorities = "exceeded_cardinality_limit"

	// metered is how often the gauges of what is in work are set, as in client-go.
	metered = 500 * time.Millisecond
)

// meter keeps the metrics that every workqueue of controller-runtime has: workqueue_depth
// and its siblings, by the name of the controller. A queue without a name has none, and a
// nil meter. Its methods are called with the queue locked.
type meter struct {
	queue  string
	lock   sync.Locker // of the queue
	now    func() int64
	vector *queueVectors

	adds, retries       prometheus.Counter
	latency, worked     prometheus.Observer
	unfinished, longest prometheus.Gauge
	depths              map[int]prometheus.Gauge // by priority
	byPriority          bool                     // or one of all priorities

	working map[*times]struct{}
	timer   *time.Timer // runs while something is in work
	made    int64
	down    bool
}

// times are since when an item is due, ready or so when it is not in work any more, and in work.
type times struct{ due, began int64 }

// queueVectors are controller-runtime's metrics of all queues.
type queueVectors struct {
	adds, retries              *prometheus.CounterVec
	latency, worked            *prometheus.HistogramVec
	unfinished, longest, depth *prometheus.GaugeVec
	ofDepth                    []string // its labels
}

// queueMetrics returns controller-runtime's metrics of queues, or nil if this is a version
// that has others. It looks on first use, because a program may replace the registry in main.
var queueMetrics = sync.OnceValue(func() *queueVectors {
	v := &queueVectors{}
	v.adds, _ = registered("workqueue_adds_total", counters)
	v.retries, _ = registered("workqueue_retries_total", counters)
	v.latency, _ = registered("workqueue_queue_duration_seconds", histograms)
	v.worked, _ = registered("workqueue_work_duration_seconds", histograms)
	v.unfinished, _ = registered("workqueue_unfinished_work_seconds", gauges)
	v.longest, _ = registered("workqueue_longest_running_processor_seconds", gauges)
	v.depth, v.ofDepth = registered("workqueue_depth", gauges)
	if v.adds == nil || v.retries == nil || v.latency == nil || v.worked == nil || v.unfinished == nil || v.longest == nil || v.depth == nil {
		logger().Error(errOtherMetrics, "Limited queues have no workqueue metrics")
		return nil
	}
	return v
})

var errOtherMetrics = errors.New("the registry of this controller-runtime has other metrics of queues than those known")

func newMeter(queue string, lock sync.Locker, now func() int64) *meter {
	v := queueMetrics()
	if queue == "" || v == nil {
		return nil
	}
	m := &meter{
		queue: queue, lock: lock, now: now, vector: v, made: now(),
		adds: v.adds.WithLabelValues(queue, queue), retries: v.retries.WithLabelValues(queue, queue),
		latency: v.latency.WithLabelValues(queue, queue), worked: v.worked.WithLabelValues(queue, queue),
		unfinished: v.unfinished.WithLabelValues(queue, queue), longest: v.longest.WithLabelValues(queue, queue),
		depths: map[int]prometheus.Gauge{}, working: map[*times]struct{}{},
	}
	m.depths[0] = v.depth.With(m.labels(""))
	return m
}

// countByPriority makes the depth one by priority, as that of controller-runtime's priority
// queue. It is called before any other method.
func (m *meter) countByPriority() {
	if m != nil && slices.Contains(m.vector.ofDepth, "priority") {
		m.vector.depth.Delete(m.labels(""))
		clear(m.depths)
		m.byPriority = true
	}
}

func (m *meter) labels(priority string) prometheus.Labels {
	labels := prometheus.Labels{}
	for _, l := range m.vector.ofDepth {
		labels[l] = m.queue
		if l == "priority" {
			labels[l] = priority
		}
	}
	return labels
}

func (m *meter) depth(priority int) prometheus.Gauge {
	if !m.byPriority {
		return m.depths[0]
	}
	g, ok := m.depths[priority]
	switch {
	case ok:
	case len(m.depths) < maxPriorities:
		g = m.vector.depth.With(m.labels(strconv.Itoa(priority)))
		m.depths[priority] = g
	default:
		g = m.vector.depth.With(m.labels(overPriorities))
	}
	return g
}

// add says that an item is due.
func (m *meter) add(it *times, priority int) {
	if m != nil {
		it.due = m.now()
		m.adds.Inc()
		m.depth(priority).Inc()
	}
}

// raise says that an item that was added has another priority.
func (m *meter) raise(from, to int) {
	if m != nil {
		m.depth(from).Dec()
		m.depth(to).Inc()
	}
}

// get says that the work on an item that was added begins.
func (m *meter) get(it *times, priority int) {
	if m == nil {
		return
	}
	it.began = m.now()
	m.depth(priority).Dec()
	m.latency.Observe(time.Duration(it.began - it.due).Seconds())
	m.working[it] = struct{}{}
	if len(m.working) == 1 {
		m.wake(it.began)
	}
}

// done says that the work on an item ends.
func (m *meter) done(it *times) {
	if m != nil {
		m.worked.Observe(time.Duration(m.now() - it.began).Seconds())
		delete(m.working, it)
	}
}

// retry says that an item was added with a delay.
func (m *meter) retry() {
	if m != nil {
		m.retries.Inc()
	}
}

// wake starts the timer of the gauges, which keep the time of client-go's.
func (m *meter) wake(now int64) {
	wait := metered - time.Duration(now-m.made)%metered
	switch {
	case m.down:
	case m.timer == nil:
		m.timer = time.AfterFunc(wait, m.tick)
	default:
		m.timer.Reset(wait)
	}
}

// tick sets the gauges of what is in work.
func (m *meter) tick() {
	m.lock.Lock()
	defer m.lock.Unlock()
	now := m.now()
	var sum, longest time.Duration
	for it := range m.working {
		lasts := time.Duration(now - it.began)
		sum, longest = sum+lasts, max(longest, lasts)
	}
	m.unfinished.Set(sum.Seconds())
	m.longest.Set(longest.Seconds())
	if len(m.working) > 0 {
		m.wake(now)
	}
}

func (m *meter) shutDown() {
	if m != nil {
		m.down = true
		if m.timer != nil {
			m.timer.Stop()
		}
	}
}
