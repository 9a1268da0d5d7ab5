package ratelimiter

import (
	"fmt"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
)

// The metrics of controllers, by name, outlive their controller like controller-runtime's own,
// so that a counter does not start anew when the controller does.
var (
	waitSeconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "reconcile_limiter_wait_seconds",
		Help: "How long reconciles waited for the limiter before they were let through, by controller.",
		// From a turn at a high rate to longer than anybody should have to wait.
		Buckets: []float64{0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300}}, byController)
	waiting = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "reconcile_limiter_waiting",
		Help: "Reconciles that wait for the limiter now, by controller."}, byController)
	letThrough = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "reconcile_limiter_let_through_total",
		Help: "Reconciles that the limiter let through, by controller."}, byController)
	putOff = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "reconcile_limiter_put_off_total",
		Help: "Reconciles put off because the context ended or its deadline was too close, by controller."}, byController)
	heldBack = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "reconcile_limiter_held_back_total",
		Help: "Times that a request was held back because its object was reconciled too often, by controller."}, byController)
	wouldWait = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "reconcile_limiter_would_have_waited_total",
		Help: "Reconciles that would have waited, of limits that only count, by controller."}, byController)
	workerWait = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "reconcile_limiter_worker_wait_seconds_total",
		Help: "How long workers waited for the limiter with a request in hand, " +
			"which controller-runtime counts as reconcile time, by controller."},
		byController)

	byController = []string{"controller"}

	// registerMetrics is called on first use, not on import: a program may replace the registry in main. An
	// error can only be that another copy of this package came first.
	registerMetrics = sync.OnceFunc(func() {
		for _, c := range []prometheus.Collector{waitSeconds, waiting, letThrough, putOff, heldBack, wouldWait, workerWait} {
			_ = metrics.Registry.Register(c)
		}
	})
)

// shareMetrics are those of the shares of one name.
type shareMetrics struct {
	wait                                         prometheus.Observer
	waiting                                      prometheus.Gauge
	letThrough, turnedAway, heldBack, workerWait prometheus.Counter
	wouldWait                                    prometheus.Counter // nil unless the limits only count
}

func metricsFor(name string, observed bool) shareMetrics {
	registerMetrics()
	m := shareMetrics{
		wait:       waitSeconds.WithLabelValues(name),
		waiting:    waiting.WithLabelValues(name),
		letThrough: letThrough.WithLabelValues(name),
		turnedAway: putOff.WithLabelValues(name),
		heldBack:   heldBack.WithLabelValues(name),
		workerWait: workerWait.WithLabelValues(name),
	}
	if observed {
		m.wouldWait = wouldWait.WithLabelValues(name)
	}
	return m
}

// passed counts a reconcile that was let through after so many seconds.
func (m *shareMetrics) passed(seconds float64) {
	m.letThrough.Inc()
	m.wait.Observe(seconds)
}

// mostOfAName is how many limiters of one name have metrics, in a program that makes limits for
// several managers.
const mostOfAName = 10

// reportLimiter adds a named limiter to controller-runtime's registry. A second one of that
// name, of other limits, gets a number. The tree may be locked.
func reportLimiter(l *Limiter) {
	for n := 1; n <= mostOfAName; n++ {
		label := l.name
		if n > 1 {
			label = fmt.Sprint(l.name, "-", n)
		}
		gauge := func(name, help string, value func(limiterState) float64) error {
			return metrics.Registry.Register(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
				Name: "reconcile_limiter_" + name, Help: help, ConstLabels: prometheus.Labels{"limiter": label},
			}, func() float64 { return value(l.state()) }))
		}
		err := gauge("rate", "Reconciles a second that the limiter allows now, less than was set while it adapts to throttling.",
			func(s limiterState) float64 { return s.rate })
		if err != nil {
			continue // it is another's
		}
		_ = gauge("burst", "Tokens that the limiter holds at most.", func(s limiterState) float64 { return float64(s.burst) })
		_ = gauge("tokens", "Tokens that the limiter holds now.", func(s limiterState) float64 { return float64(s.tokens) })
		_ = gauge("stopped", "1 while the limiter lets nothing through, because it is paused or was throttled.",
			func(s limiterState) float64 { return oneIf(s.stopped) })
		_ = metrics.Registry.Register(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "reconcile_limiter_throttled_total", Help: "How often the far side asked to slow down.",
			ConstLabels: prometheus.Labels{"limiter": label},
		}, func() float64 { return float64(l.throttled.Load()) }))
		return
	}
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
