// Package metrics has metrics of which other packages ask for series.
package metrics

import "github.com/prometheus/client_golang/prometheus"

// Phases is asked for series elsewhere, and nothing deletes one.
var Phases = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "phases"}, []string{"pod"})

// Kinds is asked for series in one package, and another deletes them.
var Kinds = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "kinds"}, []string{"pod"})

var (
	rounds  = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "rounds"}, []string{"of", "by"})
	ends    = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "ends"}, []string{"of"})
	starts  = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "starts"}, []string{"of"})
	retries = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "retries"}, []string{"of"})
)

func init() {
	for _, c := range []prometheus.Collector{Phases, Kinds, rounds, ends, starts, retries} {
		prometheus.MustRegister(c)
	}
}

// Round counts a pass.
func Round(by, name string) {
	rounds.WithLabelValues(name, by).Inc() // want RL4011:"the counter rounds has a series for each object that there ever was, and nothing deletes one: it grows .* gone, and so for 2 more in this file"
}

// End counts the end of a pass.
func End(name string) { end(name) }

func end(name string) {
	ends.With(prometheus.Labels{"of": name}).Inc()
	if name == "" {
		end(name)
	}
}

// Start counts a start, of which the program has few kinds.
func Start(of string) { starts.WithLabelValues(of).Inc() }

// Retry counts what is tried again, and forgets it.
func Retry(name string) { retries.WithLabelValues(name).Inc() }

// Done forgets an object.
func Done(name string) { retries.DeleteLabelValues(name) }

// Metrics has its metrics in fields.
type Metrics struct {
	waits, states, moves *prometheus.GaugeVec
}

// New makes Metrics.
func New() *Metrics {
	m := &Metrics{waits: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "waits"}, []string{"of"})}
	m.states = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "states"}, []string{"of"})
	m.moves = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "moves"}, []string{"of"})
	for _, c := range map[string]prometheus.Collector{"waits": m.waits} {
		prometheus.MustRegister(c)
	}
	for _, v := range []*prometheus.GaugeVec{m.moves} {
		v.Reset()
	}
	return m
}

// Describe says what the metrics are.
func (m *Metrics) Describe(ch chan<- *prometheus.Desc) { m.waits.Describe(ch) }

// Collect collects them.
func (m *Metrics) Collect(ch chan<- prometheus.Metric) { m.waits.Collect(ch) }

// Wait sets how long an object waits.
func (m *Metrics) Wait(name string, by float64) {
	m.waits.WithLabelValues(name).Set(by)
	m.states.WithLabelValues(name).Set(by)
	m.moves.WithLabelValues(name).Set(by)
}

type holder struct{ of *prometheus.GaugeVec }

// Hold hands a metric on.
func (m *Metrics) Hold() any { return holder{of: m.states} }
