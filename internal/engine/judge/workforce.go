package judge

import (
	"strconv"

	"github.com/rllint/rllint/internal/engine/host"
)

// A workforce is the workers that share a client.
type workforce struct {
	number  int    // by constants, and by what settings come to unless somebody sets them
	several int    // of these, those that are one of several for their queue
	setting string // the first flag or setting that decides a number, "" for none
	told    bool   // what each setting comes to is known
}

// workersOf returns the workers of some controllers.
func (j *Judge) workersOf(list []*host.Controller) workforce {
	var w workforce
	for _, rec := range list {
		w.add(j.concurrency(rec))
	}
	return w
}

// add adds the workers of one queue.
func (w *workforce) add(of Judgement) {
	n, _ := strconv.Atoi(of.Value)
	switch of.Verdict {
	case Flag, Rate:
		if w.setting == "" {
			w.setting, w.told = of.Detail, true
		}
		n, _ = strconv.Atoi(of.Default)
		w.told = w.told && n > 0
	case Const:
	case Unset:
		n = 1
	default:
		return
	}
	w.number += n
	if n > 1 {
		w.several += n
	}
}
