package passstate

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
)

var ages = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "age_seconds"}, []string{"namespace", "name"})

var kinds = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "kinds"}, []string{"namespace", "name"})

var sizes = prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "sizes"}, []string{"namespace", "name", "kind"})

var failures = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "failures"}, []string{"namespace", "name"})

var reasons = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "reasons"}, []string{"namespace", "reason"})

func init() { prometheus.MustRegister(ages, kinds, sizes, failures, reasons) }

// phases has labels of other names.
var phases = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "phases"}, []string{"pod", "space"})

// Spaces may lose series elsewhere, for all that this package knows.
var Spaces = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "spaces"}, []string{"space"})

var nodes = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "nodes"}, []string{"node", "space"})

func phase(pod *corev1.Pod) {
	labels := prometheus.Labels{"pod": pod.GetName(), "space": pod.Namespace}
	phases.With(labels).Set(1) // want RL4011:"the gauge phases has a series for each object that there ever was, .* shows the last value .*, and so for 2 more in this file"
	Spaces.WithLabelValues(pod.Name).Set(1)
	nodes.WithLabelValues(pod.Spec.NodeName, pod.Namespace).Set(1)
}

// gauged has a series for each object.
type gauged struct{}

func (g *gauged) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	ages.WithLabelValues(req.Namespace, req.Name).Set(1)
	kinds.WithLabelValues(req.Namespace, req.Name).Set(1)
	sizes.WithLabelValues(req.Namespace, req.Name, "pod").Observe(1)
	failures.WithLabelValues(req.Namespace, req.Name).Inc()
	reasons.WithLabelValues(req.Namespace, "late").Inc()
	return ctrl.Result{}, nil
}

func (g *gauged) gone(req ctrl.Request) {
	kinds.DeleteLabelValues(req.Namespace, req.Name)
	sizes.DeleteLabelValues(req.Namespace, req.Name) // want RL4011:"this deletes no series: sizes has 3 labels, and this names 2"
}
