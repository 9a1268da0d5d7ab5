package host

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// end notes a goroutine whose way ends where it takes an item.
func (h *Host) end(worker *value.Node) {
	if w := interp.Given(worker); !slices.ContainsFunc(h.ended, w.Like) {
		h.ended = append(h.ended, w)
	}
}

// FollowWorkers follows what workers do with the items of their queues, where that may come to functions that are wanted, those
// that make queues or controllers, and nothing came to them so far. A program that runs a controller for each cluster it is told of starts
// it so.
func (h *Host) FollowWorkers(in *interp.Interp, wanted func(symbol.Name) bool) {
	h.working = true
	defer func() { h.working = false }()
	enough := in.WorkLeft() / 4 * 3                               // what else is to be swept needs the rest
	for i := 0; i < len(h.ended) && in.WorkLeft() > enough; i++ { // these may start others
		if w := h.ended[i]; in.LeadsToUncalled(w.Fn, wanted) || in.Uncalled(wanted) {
			w.Run(in)
		}
	}
}
