// Package forget deletes series for which another package asks.
package forget

import "rllint.test/series/metrics"

// Pod forgets a pod.
func Pod(name string) {
	metrics.Kinds.DeleteLabelValues(name)
	metrics.Done(name)
}
