package ratelimiter

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
)

var (
	waitSecondsDesc = prometheus.NewDesc("reconcile_limiter_wait_seconds",
		"How long reconciles waited for the limiter before they were let through, by controller.",
		[]string{"controller"}, nil)
	waitingDesc = prometheus.NewDesc("reconcile_limiter_waiting",
		"Reconciles that wait for the limiter now, by controller.",
		[]string{"controller"}, nil)
	letThroughDesc = prometheus.NewDesc("reconcile_limiter_let_through_total",
		"Reconciles that the limiter let through, by controller.",
		[]string{"controller"}, nil)
	putOffDesc = prometheus.NewDesc("reconcile_limiter_put_off_total",
		"Reconciles put off because the context ended or its deadline was too close, by controller.",
		[]string{"controller"}, nil)
	heldBackDesc = prometheus.NewDesc("reconcile_limiter_held_back_total",
		"Times that a request was held back because its object was reconciled too often, by controller.",
		[]string{"controller"}, nil)
	wouldWaitDesc = prometheus.NewDesc("reconcile_limiter_would_have_waited_total",
		"Reconciles that would have waited, of limits that only count, by controller.",
		[]string{"controller"}, nil)
	workerWaitDesc = prometheus.NewDesc("reconcile_limiter_worker_wait_seconds_total",
		"How long workers waited for the limiter with a request in hand, which controller-runtime counts as reconcile time, by controller.",
		[]string{"controller"}, nil)
)

// waitBounds are the upper bounds of the histogram's buckets, in seconds: from
// a turn at a high rate to longer than anybody should have to wait.
var waitBounds = [...]float64{0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300}

// shareMetrics is what shares of one name have seen. A reconcile that need not
// wait costs one atomic addition; the histogram learns of it when it is read.
type shareMetrics struct {
	atOnce     atomic.Uint64
	turnedAway atomic.Uint64
	heldBack   atomic.Uint64
	waiting    atomic.Int64
	workerWait atomic.Int64 // in nanoseconds
	wouldWait  atomic.Uint64
	observed   atomic.Bool // its limits only count, or did

	mu     sync.Mutex
	waited uint64
	sum    float64
	counts [len(waitBounds)]uint64 // cumulative, as Prometheus has them
}

// observe records a wait that ended with a token.
func (m *shareMetrics) observe(wait time.Duration) {
	seconds := wait.Seconds()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.waited++
	m.sum += seconds
	for i, bound := range waitBounds {
		if seconds <= bound {
			m.counts[i]++
		}
	}
}

func (m *shareMetrics) send(name string, out chan<- prometheus.Metric) {
	m.mu.Lock()
	atOnce := m.atOnce.Load()
	total := atOnce + m.waited
	sum := m.sum
	counts := make(map[float64]uint64, len(waitBounds))
	for i, bound := range waitBounds {
		counts[bound] = atOnce + m.counts[i]
	}
	m.mu.Unlock()
	out <- prometheus.MustNewConstHistogram(waitSecondsDesc, total, sum, counts, name)
	out <- prometheus.MustNewConstMetric(letThroughDesc, prometheus.CounterValue, float64(total), name)
	out <- prometheus.MustNewConstMetric(waitingDesc, prometheus.GaugeValue, float64(m.waiting.Load()), name)
	out <- prometheus.MustNewConstMetric(putOffDesc, prometheus.CounterValue, float64(m.turnedAway.Load()), name)
	out <- prometheus.MustNewConstMetric(heldBackDesc, prometheus.CounterValue, float64(m.heldBack.Load()), name)
	if m.observed.Load() {
		out <- prometheus.MustNewConstMetric(wouldWaitDesc, prometheus.CounterValue, float64(m.wouldWait.Load()), name)
	}
	out <- prometheus.MustNewConstMetric(workerWaitDesc, prometheus.CounterValue, time.Duration(m.workerWait.Load()).Seconds(), name)
}

// collector holds the metrics of all shares of the process, by name, like
// controller-runtime's own: they outlive their controller, so that a counter
// does not start anew when the controller does.
type collector struct {
	register sync.Once
	mu       sync.Mutex
	shares   map[string]*shareMetrics
}

var shares = collector{shares: map[string]*shareMetrics{}}

// metricsFor returns the metrics for a name and makes sure that
// controller-runtime's registry has them.
func metricsFor(name string) *shareMetrics {
	// On first use, not on import: a program may replace the registry in main.
	// The error can only be that another copy of this package came first.
	shares.register.Do(func() { _ = metrics.Registry.Register(&shares) })
	shares.mu.Lock()
	defer shares.mu.Unlock()
	m, ok := shares.shares[name]
	if !ok {
		m = &shareMetrics{}
		shares.shares[name] = m
	}
	return m
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(out chan<- *prometheus.Desc) {
	out <- waitSecondsDesc
	out <- waitingDesc
	out <- letThroughDesc
	out <- putOffDesc
	out <- heldBackDesc
	out <- workerWaitDesc
	out <- wouldWaitDesc
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(out chan<- prometheus.Metric) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, m := range c.shares {
		m.send(name, out)
	}
}
