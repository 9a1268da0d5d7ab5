package ratelimiter

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
)

// described finds the help and the labels in what a prometheus.Desc says of itself.
var described = regexp.MustCompile(`help: ("(?:[^"\\]|\\.)*").* variableLabels: \{([\w,]*)\}`)

// registered returns the collector of that name in controller-runtime's registry, and its
// labels. The registry hands one out only to who registers another that is described in
// the same words, which differ between versions: hence like, which makes that one. It is
// the zero C if there is none of that type.
func registered[C prometheus.Collector](name string, like func(o prometheus.Opts, labels []string) C) (there C, labels []string) {
	registry, ok := metrics.Registry.(prometheus.Collector)
	if !ok {
		return there, nil
	}
	descs := make(chan *prometheus.Desc, 100)
	go func() {
		registry.Describe(descs)
		close(descs)
	}()
	opts := prometheus.Opts{Name: name}
	for desc := range descs {
		if text := desc.String(); strings.HasPrefix(text, `Desc{fqName: "`+name+`", `) {
			if parts := described.FindStringSubmatch(text); parts != nil {
				opts.Help, _ = strconv.Unquote(parts[1])
				labels = strings.Split(parts[2], ",")
			}
		}
	}
	if labels == nil {
		return there, nil
	}
	probe := like(opts, labels)
	err := metrics.Registry.Register(probe)
	if err == nil {
		metrics.Registry.Unregister(probe)
		return there, nil
	}
	if already := (prometheus.AlreadyRegisteredError{}); errors.As(err, &already) {
		there, _ = already.ExistingCollector.(C)
	}
	return there, labels
}

func counters(o prometheus.Opts, labels []string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts(o), labels)
}

func gauges(o prometheus.Opts, labels []string) *prometheus.GaugeVec {
	return prometheus.NewGaugeVec(prometheus.GaugeOpts(o), labels)
}

func histograms(o prometheus.Opts, labels []string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: o.Name, Help: o.Help}, labels)
}
