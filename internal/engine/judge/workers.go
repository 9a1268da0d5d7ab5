package judge

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/rllint/rllint/internal/engine/host"
)

// A workerNumber is how many workers share a client, and what decides that.
type workerNumber struct {
	number  int      // by constants, and by what settings come to unless somebody sets them
	several int      // of these, those that are one of several for their queue
	most    int      // the largest number of one queue
	setting string   // the first flag or setting that decides a number, "" for none
	others  []string // further ones
	set     int      // for how many controllers or queues settings decide
	told    bool     // what each setting comes to is known
}

// settings names the flags and settings that decide a number.
func (w *workerNumber) settings() string {
	switch n := len(w.others); n {
	case 0:
		return w.setting
	case 1:
		return w.setting + " and " + w.others[0]
	default:
		return fmt.Sprintf("%s and %d others", w.setting, n)
	}
}

// part returns for how many of all controllers or queues settings decide, 0 if one setting decides for each of them.
func (w *workerNumber) part(all int) int {
	if w.set == all && len(w.others) == 0 {
		return 0
	}
	return w.set
}

// workersOf returns the workers of some controllers.
func (j *Judge) workersOf(list []*host.Controller) workerNumber {
	var w workerNumber
	for _, rec := range list {
		w.add(j.concurrency(rec))
	}
	return w
}

// add adds the workers of one queue.
func (w *workerNumber) add(of Judgement) {
	n := least(of.Value)
	switch of.Verdict {
	case Flag, Rate:
		w.set++
		switch {
		case w.setting == "":
			w.setting, w.told = of.Detail, true
		case of.Detail != w.setting && !slices.Contains(w.others, of.Detail):
			w.others = append(w.others, of.Detail)
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
	w.most = max(w.most, n)
	if n > 1 {
		w.several += n
	}
}

// busiest returns the controllers with more workers than the client serves, of which there must be some, and how many each of them has:
// since the client serves each kind of object by itself, others do not wait for it.
func (j *Judge) busiest(list []*host.Controller, qps int) (busy []*host.Controller, number string) {
	var numbers []int
	for _, rec := range list {
		if n := j.workersOf([]*host.Controller{rec}).most; n > qps {
			busy, numbers = append(busy, rec), append(numbers, n)
		}
	}
	most := slices.Max(numbers)
	if number = strconv.Itoa(most); slices.Min(numbers) < most {
		number = "up to " + number
	}
	return busy, number
}
