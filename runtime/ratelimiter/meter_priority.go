package ratelimiter

import (
	"errors"
	"strconv"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
)

// maxPriorities is for how many priorities a queue has a depth of its own, as in
// controller-runtime; overPriorities is the label of the others.
const (
	maxPriorities  = 25
	overPriorities = "exceeded_cardinality_limit"
)

// depthByPriority is workqueue_depth of one queue. It is not safe for concurrent
// use.
type depthByPriority struct {
	name     string
	priority int // that Inc and Dec count for
	gauges   map[int]prometheus.Gauge
}

func (d *depthByPriority) Inc() { d.of(d.priority).Inc() }

func (d *depthByPriority) Dec() { d.of(d.priority).Dec() }

func (d *depthByPriority) of(priority int) prometheus.Gauge {
	g, ok := d.gauges[priority]
	if !ok {
		label := overPriorities
		if len(d.gauges) < maxPriorities {
			label = strconv.Itoa(priority)
		}
		g = queueMetrics().depth.WithLabelValues(d.name, d.name, label)
		if label != overPriorities {
			d.gauges[priority] = g
		}
	}
	return g
}

// metricsWithDepth gives a queue of client-go the metrics that it has in
// controller-runtime, but for the depth.
type metricsWithDepth struct {
	*queueVectors
	depth *depthByPriority
}

func (m metricsWithDepth) NewDepthMetric(string) workqueue.GaugeMetric { return m.depth }

// queueVectors are controller-runtime's metrics of all queues.
type queueVectors struct {
	depth                           *prometheus.GaugeVec // with the priority
	adds, retries                   *prometheus.CounterVec
	latency, workDuration           *prometheus.HistogramVec
	unfinishedWork, longestRunningP *prometheus.GaugeVec
}

func (v *queueVectors) NewAddsMetric(name string) workqueue.CounterMetric {
	return v.adds.WithLabelValues(name, name)
}

func (v *queueVectors) NewRetriesMetric(name string) workqueue.CounterMetric {
	return v.retries.WithLabelValues(name, name)
}

func (v *queueVectors) NewLatencyMetric(name string) workqueue.HistogramMetric {
	return v.latency.WithLabelValues(name, name)
}

func (v *queueVectors) NewWorkDurationMetric(name string) workqueue.HistogramMetric {
	return v.workDuration.WithLabelValues(name, name)
}

func (v *queueVectors) NewUnfinishedWorkSecondsMetric(name string) workqueue.SettableGaugeMetric {
	return v.unfinishedWork.WithLabelValues(name, name)
}

func (v *queueVectors) NewLongestRunningProcessorSecondsMetric(name string) workqueue.SettableGaugeMetric {
	return v.longestRunningP.WithLabelValues(name, name)
}

// queueMetrics returns controller-runtime's metrics of queues, or nil if it is a
// version that does not tell priorities apart, or that describes them in other words.
var queueMetrics = sync.OnceValue(func() *queueVectors {
	v := &queueVectors{
		depth: registered(gauges("depth", "Current depth of workqueue by workqueue and priority", "priority")),
		adds:  registered(counters("adds_total", "Total number of adds handled by workqueue")),
		retries: registered(
			counters("retries_total", "Total number of items added to the workqueue with a non-zero delay "+
				"(rate-limited requeues, explicit RequeueAfter or AddAfter calls)"),
			counters("retries_total", "Total number of retries handled by workqueue")),
		latency:      registered(histograms("queue_duration_seconds", "How long in seconds an item stays in workqueue before being requested")),
		workDuration: registered(histograms("work_duration_seconds", "How long in seconds processing an item from workqueue takes.")),
		unfinishedWork: registered(gauges("unfinished_work_seconds", "How many seconds of work has been done that "+
			"is in progress and hasn't been observed by work_duration. Large "+
			"values indicate stuck threads. One can deduce the number of stuck "+
			"threads by observing the rate at which this increases.")),
		longestRunningP: registered(gauges("longest_running_processor_seconds", "How many seconds has the longest running "+
			"processor for workqueue been running.")),
	}
	if v.depth == nil || v.adds == nil || v.retries == nil || v.latency == nil || v.workDuration == nil ||
		v.unfinishedWork == nil || v.longestRunningP == nil {
		return nil
	}
	return v
})

func gauges(name, help string, labels ...string) *prometheus.GaugeVec {
	return prometheus.NewGaugeVec(prometheus.GaugeOpts{Subsystem: "workqueue", Name: name, Help: help}, queueLabels(labels))
}

func counters(name, help string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Subsystem: "workqueue", Name: name, Help: help}, queueLabels(nil))
}

func histograms(name, help string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Subsystem: "workqueue", Name: name, Help: help}, queueLabels(nil))
}

func queueLabels(further []string) []string {
	return append([]string{"name", "controller"}, further...)
}

// registered returns the collector that stands in controller-runtime's registry in the
// place of one of those, which are the same, or the zero C if there is none. The registry
// hands one out only to who registers another.
func registered[C prometheus.Collector](same ...C) (none C) {
	for _, c := range same {
		err := metrics.Registry.Register(c)
		if err == nil {
			metrics.Registry.Unregister(c)
			continue
		}
		var there prometheus.AlreadyRegisteredError
		if errors.As(err, &there) {
			if c, ok := there.ExistingCollector.(C); ok {
				return c
			}
		}
	}
	return none
}
