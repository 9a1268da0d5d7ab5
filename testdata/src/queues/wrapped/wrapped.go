// Package wrapped takes items from a queue that gives them back by itself.
package wrapped

import "rllint.test/queues/wrapped/settle"

type worker struct{ queue *settle.Queue }

func (w *worker) work(sync func(string) error) {
	for {
		key, quit := w.queue.Get()
		if quit {
			return
		}
		w.queue.Settle(key, sync(key))
	}
}

type forgetful struct{ queue *settle.Queue }

func (w *forgetful) work(sync func(string) error) {
	for {
		key, quit := w.queue.Get() // want RL6001:"nothing in this package gives the items of this queue back with Done"
		if quit {
			return
		}
		println(sync(key) == nil)
	}
}
