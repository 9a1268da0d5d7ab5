package shared

import (
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
)

// budgetMetrics is what a Budget has seen.
type budgetMetrics struct {
	fromStore    atomic.Uint64
	fromFallback atomic.Uint64
	givenBack    atomic.Uint64
	calls        atomic.Uint64
	failures     atomic.Uint64
	away         atomic.Bool

	takenDesc, givenBackDesc, callsDesc, failuresDesc, awayDesc, atHandDesc *prometheus.Desc
}

func newBudgetMetrics(key string) *budgetMetrics {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("reconcile_shared_budget_"+name, help, labels, prometheus.Labels{"budget": key})
	}
	return &budgetMetrics{
		takenDesc:     desc("tokens_total", "Tokens that this process used, by where they came from.", "from"),
		givenBackDesc: desc("given_back_total", "Tokens taken for reconciles that ended before they began."),
		callsDesc:     desc("calls_total", "Calls to the store."),
		failuresDesc:  desc("call_failures_total", "Calls to the store that failed."),
		awayDesc:      desc("store_away", "1 while the store cannot be reached, and this process stops or uses its fallback."),
		atHandDesc:    desc("tokens_at_hand", "Tokens of the store that this process has and did not use yet."),
	}
}

func (m *budgetMetrics) taken(fallback bool) {
	if fallback {
		m.fromFallback.Add(1)
	} else {
		m.fromStore.Add(1)
	}
}

// Describe implements prometheus.Collector.
func (b *Budget) Describe(out chan<- *prometheus.Desc) {
	if !b.made() {
		return
	}
	m := b.metrics
	for _, d := range []*prometheus.Desc{m.takenDesc, m.givenBackDesc, m.callsDesc, m.failuresDesc, m.awayDesc, m.atHandDesc} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (b *Budget) Collect(out chan<- prometheus.Metric) {
	if !b.made() {
		return
	}
	m := b.metrics
	counter := func(d *prometheus.Desc, n *atomic.Uint64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n.Load()), labels...)
	}
	gauge := func(d *prometheus.Desc, v float64) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v)
	}
	counter(m.takenDesc, &m.fromStore, "store")
	counter(m.takenDesc, &m.fromFallback, "fallback")
	counter(m.givenBackDesc, &m.givenBack)
	counter(m.callsDesc, &m.calls)
	counter(m.failuresDesc, &m.failures)
	var away float64
	if m.away.Load() {
		away = 1
	}
	gauge(m.awayDesc, away)
	b.mu.Lock()
	size := b.member.stock.size
	b.mu.Unlock()
	gauge(m.atHandDesc, float64(size))
}
