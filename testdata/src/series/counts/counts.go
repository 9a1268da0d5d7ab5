// Package counts counts pods.
package counts

import (
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
)

var (
	byNode   = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "by_node"}, []string{"node"})
	byZone   = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "by_zone"}, []string{"zone", "phase"})
	reset    = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "reset"}, []string{"node"})
	byPhase  = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "by_phase"}, []string{"phase"})
	byReason = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "by_reason"}, []string{"reason"})
	seen     = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "seen"}, []string{"node"})
	latest   = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "latest"}, []string{"program"})
	handed   = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "handed"}, []string{"node"})
	filled   = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "filled"}, []string{"node"})
	stays    = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "stays"}, []string{"node"})
	listed   = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "listed"}, []string{"node"})
)

var all = make(map[string]int)

// Count counts pods anew each time.
func Count(pods []corev1.Pod, program string, before map[string]int) {
	nodes := make(map[string]int)
	zones := map[string]map[corev1.PodPhase]int{}
	phases := map[corev1.PodPhase]int{}
	reasons := map[string]int{"": 0}
	more := make(map[string]int)
	fill(more)
	for _, pod := range pods {
		nodes[pod.Spec.NodeName]++
		all[pod.Spec.NodeName]++
		zone := pod.Labels["zone"]
		if zones[zone] == nil {
			zones[zone] = make(map[corev1.PodPhase]int)
		}
		zones[zone][pod.Status.Phase]++
		phases[pod.Status.Phase]++
		reasons[pod.Status.Reason]++
	}
	reset.Reset()
	for node, n := range nodes {
		byNode.WithLabelValues(node).Set(float64(n)) // want RL4011:"the gauge byNode is set for each key that is counted anew, and keeps the last value of those that are not there any more: call Reset before, and so for 1 more"
		reset.WithLabelValues(node).Set(float64(n))
		seen.WithLabelValues(node).Add(float64(n))
		latest.WithLabelValues(program).Set(float64(n))
	}
	for zone, of := range zones {
		for phase, n := range of {
			byZone.WithLabelValues(zone, string(phase)).Set(float64(n))
		}
	}
	phases[corev1.PodFailed] += 0
	for phase, n := range phases {
		byPhase.WithLabelValues(string(phase)).Set(float64(n))
	}
	for reason, n := range reasons {
		byReason.WithLabelValues(reason).Set(float64(n))
	}
	for node, n := range before {
		handed.WithLabelValues(node).Set(float64(n))
	}
	for node, n := range more {
		filled.WithLabelValues(node).Set(float64(n))
	}
	for node, n := range all {
		stays.WithLabelValues(node).Set(float64(n))
	}
	names := []string{}
	for _, node := range names {
		listed.WithLabelValues(node).Set(1)
	}
}

func fill(counts map[string]int) { counts["none"] = 0 }
