// Package sync asks the metrics of another package for series.
package sync

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/series/metrics"
)

// Reconciler counts its passes.
type Reconciler struct {
	client.Client
	Metrics *metrics.Metrics
	own     GaugeVec
}

// GaugeVec is no metric of Prometheus.
type GaugeVec struct{ last string }

// WithLabelValues keeps the last name.
func (g *GaugeVec) WithLabelValues(of string) { g.last = of }

var (
	sizes   = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "sizes"}, []string{"pod"})
	ages    = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "ages"}, []string{"namespace"})
	entries = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "entries"}, []string{"pod"})
	passes  = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "passes"}, nil)
)

// Reconcile asks for series.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	metrics.Round("sync", req.Name)
	metrics.End(req.String())
	metrics.Start("sync")
	metrics.Retry(req.Name)
	metrics.Round(kind())
	r.Metrics.Wait(req.Name, 1)
	metrics.Kinds.WithLabelValues(req.Name).Set(1)
	ages.WithLabelValues(req.Namespace).Set(1)
	passes.WithLabelValues().Inc()

	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	labels := []string{string(pod.UID)}
	metrics.Phases.WithLabelValues(labels...).Set(1) // want RL4011:"the gauge Phases has a series for each object that there ever was, and nothing deletes one: it shows the last value of those that are gone; delete the series .* gone$"
	sizes.WithLabelValues(pod.Name).Set(1)           // want RL4011:"the gauge sizes has a series for each object that there ever was, .* is gone$"
	r.own.WithLabelValues(pod.Name)
	entries.WithLabelValues(pod.Name).Inc()
	once := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "once"}, []string{"pod"})
	once.WithLabelValues(pod.Name).Set(1)
	return ctrl.Result{}, prometheus.Register(once)
}

func kind() (by, of string) { return "sync", "pod" }
