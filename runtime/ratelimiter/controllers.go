package ratelimiter

import (
	"strings"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
)

// workersMetric returns controller-runtime's metric that every controller has from its start on, with
// its name as the only label, nil if this version has none. To ask it is cheap, while to gather all
// metrics of thousands of controllers is not.
var workersMetric = sync.OnceValue(func() *prometheus.GaugeVec {
	workers, _ := registered("controller_runtime_max_concurrent_reconciles", gauges)
	return workers
})

// controllerNames returns the names of the process's controllers that have started, of which some are
// known: all, if there are as many. A controller's metric stays when the controller has stopped.
func controllerNames(known map[string]struct{}) map[string]struct{} {
	workers := workersMetric()
	if workers == nil {
		return nil
	}
	out := make(chan prometheus.Metric, 100)
	go func() {
		workers.Collect(out)
		close(out)
	}()
	var started []prometheus.Metric
	for m := range out {
		started = append(started, m)
	}
	if len(started) == len(known) {
		return known
	}
	names := make(map[string]struct{}, len(started))
	for _, m := range started {
		var written dto.Metric
		if m.Write(&written) == nil && len(written.GetLabel()) == 1 {
			names[written.GetLabel()[0].GetValue()] = struct{}{}
		}
	}
	return names
}

// ownerOf returns what stands before the object's name in an item of a global limiter,
// which is the controller's name, the object's namespace, a slash, and its name.
func ownerOf(item string) string {
	if slash := strings.LastIndexByte(item, '/'); slash >= 0 {
		return item[:slash]
	}
	return item
}

// longestName returns the longest of the names that the owner begins with and that
// leaves a namespace or nothing, or else nothing.
func longestName(owner string, names map[string]struct{}) string {
	for i := len(owner); i > 0; i-- {
		if _, ok := names[owner[:i]]; ok {
			return owner[:i]
		}
		if !inNamespace(owner[i-1]) {
			break
		}
	}
	return ""
}

// inNamespace reports whether the name of a namespace may have that character.
func inNamespace(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-'
}

// unknownControllers is the share of all whose names tell no controller. The namespace
// cannot be told from the rest of such a name, and a share for each would be one for each
// namespace.
const unknownControllers = "other controllers"

// guessController returns the controller's part of the owner of an item whose controller
// is not known. Namespaces have no dots, so what is before the last dot belongs to the
// controller, unless a kind follows.
func guessController(owner string) string {
	if dot := strings.LastIndexByte(owner, '.'); dot > 0 && !strings.Contains(owner[dot:], "kind=") {
		return owner[:dot]
	}
	return unknownControllers
}
