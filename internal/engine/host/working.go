package host

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// FollowWorkers follows what workers do with the items of their queues, where that may come to functions that are wanted, those
// that make queues or controllers, and nothing came to them so far. A program that runs a controller for each cluster it is told of starts it so.
func (h *Host) FollowWorkers(in *interp.Interp, wanted func(symbol.Name) bool) {
	h.working = true
	defer func() { h.working = false }()
	enough := in.Left() / 4 * 3 // what else is to be swept needs the rest
	done := make(map[code.Pos]bool)
	for i := 0; i < len(h.ended) && in.Left() > enough; i++ { // these may start others
		w := h.ended[i]
		if at := w.Fn.Pos; !done[at] && (in.Leaves(w.Fn, wanted) || in.Idle(wanted)) {
			done[at] = true
			w.Run(in)
		}
	}
}
