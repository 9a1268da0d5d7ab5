// Command series has metrics in several packages.
package main

import (
	"rllint.test/series/forget"
	"rllint.test/series/metrics"
	"rllint.test/series/sync"
)

func main() {
	forget.Pod("")
	_ = sync.Reconciler{Metrics: metrics.New()}
}
