package sync

import (
	"github.com/prometheus/client_golang/prometheus"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var (
	loads  = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "loads"}, []string{"name", "namespace"})
	limits = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "limits"}, []string{"name", "namespace"})
	spaces = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "spaces"}, []string{"namespace"})
)

// record has its labels made by functions.
func record(obj client.Object) {
	loads.With(labelsOf(obj)).Set(1) // want RL4011:"the gauge loads has a series for each object that there ever was, .* gone, and so for 1 more in this file"
	limits.WithLabelValues(valuesOf(obj)...).Set(1)
	spaces.With(spaceOf(obj)).Set(1)
}

func labelsOf(obj client.Object) prometheus.Labels {
	labels := prometheus.Labels{"namespace": obj.GetNamespace()}
	if obj.GetUID() == "" {
		return labels
	}
	return prometheus.Labels{"name": obj.GetName(), "namespace": obj.GetNamespace()}
}

func valuesOf(obj client.Object) []string { return []string{obj.GetName(), obj.GetNamespace()} }

func spaceOf(obj client.Object) prometheus.Labels {
	return prometheus.Labels{"namespace": obj.GetNamespace()}
}
