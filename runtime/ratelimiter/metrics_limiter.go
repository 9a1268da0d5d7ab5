package ratelimiter

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
)

var (
	rateDesc = prometheus.NewDesc("reconcile_limiter_rate",
		"Reconciles a second that the limiter allows now, less than was set while it adapts to throttling.",
		[]string{"limiter"}, nil)
	burstDesc = prometheus.NewDesc("reconcile_limiter_burst",
		"Tokens that the limiter holds at most.",
		[]string{"limiter"}, nil)
	tokensDesc = prometheus.NewDesc("reconcile_limiter_tokens",
		"Tokens that the limiter holds now.",
		[]string{"limiter"}, nil)
	stoppedDesc = prometheus.NewDesc("reconcile_limiter_stopped",
		"1 while the limiter lets nothing through, because it is paused or was throttled.",
		[]string{"limiter"}, nil)
	throttledDesc = prometheus.NewDesc("reconcile_limiter_throttled_total",
		"How often the far side asked to slow down.",
		[]string{"limiter"}, nil)
	refusedDesc = prometheus.NewDesc("reconcile_limiter_settings_refused",
		"1 while the content of the settings file cannot be used and an earlier one holds.",
		[]string{"file"}, nil)
)

// limiterCollector holds the limiters of the process that have a name, and the settings
// files that are watched.
type limiterCollector struct {
	register sync.Once
	mu       sync.Mutex // no tree's lock is taken while it is held; the reverse is
	limiters map[string]*Limiter
	refused  map[string]bool
}

var limiters = limiterCollector{limiters: map[string]*Limiter{}, refused: map[string]bool{}}

// mostOfAName is how many limiters of one name have series of their own, in a program that
// makes limits for several managers. Of further ones the last counts.
const mostOfAName = 10

// reportLimiter adds a named limiter to controller-runtime's registry. A second one of
// that name, of other limits, gets a number. The tree may be locked.
func reportLimiter(l *Limiter) {
	limiters.change(func(c *limiterCollector) {
		l.label = l.name
		for n := 2; c.limiters[l.label] != nil && n <= mostOfAName; n++ {
			l.label = fmt.Sprint(l.name, "-", n)
		}
		c.limiters[l.label] = l
	})
}

// reportSettings tells whether a settings file's content was refused.
func reportSettings(file string, refused bool) {
	limiters.change(func(c *limiterCollector) { c.refused[file] = refused })
}

func (c *limiterCollector) change(change func(*limiterCollector)) {
	c.register.Do(func() { _ = metrics.Registry.Register(c) }) // as metricsFor does
	c.mu.Lock()
	defer c.mu.Unlock()
	change(c)
}

// Describe implements prometheus.Collector.
func (c *limiterCollector) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{rateDesc, burstDesc, tokensDesc, stoppedDesc, throttledDesc, refusedDesc} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (c *limiterCollector) Collect(out chan<- prometheus.Metric) {
	c.mu.Lock()
	named := slices.Collect(maps.Values(c.limiters))
	refused := maps.Clone(c.refused)
	c.mu.Unlock()
	for _, l := range named {
		s := l.state()
		gauge := func(d *prometheus.Desc, v float64) {
			out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, l.label)
		}
		gauge(rateDesc, s.rate)
		gauge(burstDesc, float64(s.burst))
		gauge(tokensDesc, float64(s.tokens))
		gauge(stoppedDesc, oneIf(s.stopped))
		out <- prometheus.MustNewConstMetric(throttledDesc, prometheus.CounterValue, float64(l.throttled.Load()), l.label)
	}
	for file, is := range refused {
		out <- prometheus.MustNewConstMetric(refusedDesc, prometheus.GaugeValue, oneIf(is), file)
	}
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
