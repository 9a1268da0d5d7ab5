package host

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// end notes a goroutine whose way ends where it takes an item. Of one that has ended nobody knows any longer what it was given: a function
// that it keeps takes the item (testdata/src/queuekeptlit).
func (h *Host) end(worker *value.Node) {
	if worker.Registers == nil {
		return
	}
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

// passes reports whether a function hands the item that it takes at a place to another goroutine, and leaves it to that to be done with it:
// a dispatcher, which is not how many work (testdata/src/queuestarts).
func passes(at value.Place) bool {
	body := at.Node.Fn.Body()
	item := make(map[int]bool)
	passed, done := false, false
	for range 2 { // what a variable has in the next round of a loop
		done = done || body.Any(func(in *code.Instr) bool {
			if in.Pos == at.Pos {
				item[in.Dst] = true
			}
			if slices.ContainsFunc(in.Args, func(arg int) bool { return item[arg] }) {
				switch {
				case in.Op == code.OpStore:
					item[in.Args[0]] = true
				case in.Op == code.OpGo, in.Op == code.OpUnknown:
					passed = true
				case in.Call == nil:
					item[in.Dst] = true
				}
			}
			return in.Call != nil && in.Symbol().Last() == "Done"
		})
	}
	return passed && !done
}

// connects reports whether what a function does leads by calls to a rest.Config for the cluster that the program runs in: a worker that
// takes an item there makes a client for it, whatever else it holds (testdata/src/starved/anew).
func (h *Host) connects(root *code.Package, fn *code.Func) bool {
	return memo.Of(h.connecting, fn, func() bool {
		return leadsTo(root, fn, func(in *code.Instr) (it, goOn bool) {
			return in.Call != nil && known.OwnCluster(in.Symbol()), in.Call != nil
		})
	})
}
