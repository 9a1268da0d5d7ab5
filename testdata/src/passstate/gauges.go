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

func init() { prometheus.MustRegister(ages, kinds, sizes) }

// Phases has labels of other names.
var Phases = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "phases"}, []string{"pod", "space"})

var nodes = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "nodes"}, []string{"node", "space"})

func phase(pod *corev1.Pod) {
	labels := prometheus.Labels{"pod": pod.GetName(), "space": pod.Namespace}
	Phases.With(labels).Set(1) // want RL4011:"the gauge Phases has a series for each object that there ever was"
	nodes.WithLabelValues(pod.Spec.NodeName, pod.Namespace).Set(1)
}

// gauged has a series for each object.
type gauged struct{}

func (g *gauged) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	ages.WithLabelValues(req.Namespace, req.Name).Set(1) // want RL4011:"the gauge ages has a series for each object that there ever was, and nothing deletes one"
	kinds.WithLabelValues(req.Namespace, req.Name).Set(1)
	sizes.WithLabelValues(req.Namespace, req.Name, "pod").Observe(1)
	return ctrl.Result{}, nil
}

func (g *gauged) gone(req ctrl.Request) {
	kinds.DeleteLabelValues(req.Namespace, req.Name)
	sizes.DeleteLabelValues(req.Namespace, req.Name) // want RL4011:"this deletes no series: sizes has 3 labels, and this names 2"
}
