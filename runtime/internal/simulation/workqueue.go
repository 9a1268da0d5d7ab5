package simulation

import (
	"fmt"
	"slices"
	"strings"

	dto "github.com/prometheus/client_model/go"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
)

// QueueMetrics returns what controller-runtime's registry has of the queue of that name, a
// line for each series: its name, its labels but the queue's, and its value.
func QueueMetrics(queue string) ([]string, error) {
	families, err := metrics.Registry.Gather()
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, family := range families {
		if !strings.HasPrefix(family.GetName(), "workqueue_") {
			continue
		}
		for _, m := range family.GetMetric() {
			own, labels := false, ""
			for _, l := range m.GetLabel() {
				if l.GetValue() == queue {
					own = true
					labels += " " + l.GetName()
					continue
				}
				labels += " " + l.GetName() + "=" + l.GetValue()
			}
			if own {
				lines = append(lines, family.GetName()+labels+": "+valueOf(m))
			}
		}
	}
	slices.Sort(lines)
	return lines, nil
}

// valueOf is what a series has come to; of a histogram, how much and in which buckets.
func valueOf(m *dto.Metric) string {
	switch {
	case m.Counter != nil:
		return fmt.Sprint(m.Counter.GetValue())
	case m.Gauge != nil:
		return fmt.Sprintf("%.3f", m.Gauge.GetValue())
	case m.Histogram != nil:
		text := fmt.Sprintf("%d of %.3f in", m.Histogram.GetSampleCount(), m.Histogram.GetSampleSum())
		for _, b := range m.Histogram.GetBucket() {
			text += fmt.Sprintf(" %d", b.GetCumulativeCount())
		}
		return text
	}
	return "none"
}
