//go:build go1.25

package specification

import (
	"errors"
	"strconv"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	registry "sigs.k8s.io/controller-runtime/pkg/metrics"
)

// fakeMetricsProvider holds what controller-runtime's metrics of one queue are, as if the
// queue were called "test".
type fakeMetricsProvider struct {
	name string

	mu      sync.Mutex
	depth   map[string]map[int]int
	adds    map[string]int
	retries map[string]int
}

func newFakeMetricsProvider(name string) *fakeMetricsProvider {
	return &fakeMetricsProvider{
		name:    name,
		depth:   map[string]map[int]int{"test": {}},
		adds:    map[string]int{},
		retries: map[string]int{},
	}
}

// read brings the fields up to date.
func (f *fakeMetricsProvider) read() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, m := range series(depths(), f.name) {
		priority, err := strconv.Atoi(label(m, "priority"))
		if err != nil {
			continue // beyond so many priorities
		}
		f.depth["test"][priority] = int(m.GetGauge().GetValue())
	}
	for _, m := range series(adds(), f.name) {
		f.adds["test"] = int(m.GetCounter().GetValue())
	}
	for _, m := range series(retries(), f.name) {
		f.retries["test"] = int(m.GetCounter().GetValue())
	}
}

func series(c prometheus.Collector, queue string) (all []*dto.Metric) {
	out := make(chan prometheus.Metric, 10_000)
	c.Collect(out)
	close(out)
	for m := range out {
		var written dto.Metric
		if err := m.Write(&written); err == nil && label(&written, "name") == queue {
			all = append(all, &written)
		}
	}
	return all
}

func label(m *dto.Metric, name string) string {
	for _, l := range m.GetLabel() {
		if l.GetName() == name {
			return l.GetValue()
		}
	}
	return ""
}

var (
	depths = sync.OnceValue(func() prometheus.Collector {
		return found(prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "workqueue_depth", Help: "Current depth of workqueue by workqueue and priority",
		}, []string{"name", "controller", "priority"}))
	})
	adds = sync.OnceValue(func() prometheus.Collector {
		return found(counter("workqueue_adds_total", "Total number of adds handled by workqueue"))
	})
	retries = sync.OnceValue(func() prometheus.Collector {
		return found(counter("workqueue_retries_total", "Total number of retries handled by workqueue"),
			counter("workqueue_retries_total", "Total number of items added to the workqueue with a non-zero delay "+
				"(rate-limited requeues, explicit RequeueAfter or AddAfter calls)"))
	})
)

func counter(name, help string) prometheus.Collector {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{"name", "controller"})
}

// found returns the collector in the registry that is the same as one of those: to gather
// all after each call would take minutes.
func found(same ...prometheus.Collector) prometheus.Collector {
	for _, c := range same {
		var there prometheus.AlreadyRegisteredError
		if errors.As(registry.Registry.Register(c), &there) {
			return there.ExistingCollector
		}
	}
	panic("controller-runtime has no such metric")
}
