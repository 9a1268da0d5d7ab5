package ratelimiter

import (
	"math"
	"slices"
	"time"
)

// item is what a queue knows of one request: one that is queued, or in work, or
// both.
type item[T comparable] struct {
	key      T
	priority int
	number   uint64 // by order of addition, or of the last raise of the priority
	state    state
	working  bool  // handed out and not done
	unspent  bool  // in work, and its token not used yet
	held     bool  // delayed because its object was reconciled too often
	at       int64 // when it may run, if delayed
	readyAt  int64 // since when it can run, if ready
	waited   waited
	times    times // of the metrics
	index    int   // among the delayed

	level      *level[T] // if ready or blocked
	next, prev *item[T]  // in its line
}

func (it *item[T]) heapIndex() *int { return &it.index }

// before orders delayed items by when they may run.
func (it *item[T]) before(other *item[T]) bool {
	if it.at != other.at {
		return it.at < other.at
	}
	return it.number < other.number
}

type state uint8

const (
	notQueued state = iota
	delayed         // not to run yet
	blocked         // is to run when it is not in work any more
	ready           // can run
)

func (q *queue[T]) newItem(request T) *item[T] {
	it := q.free
	if it == nil {
		it = &item[T]{}
	} else {
		q.free = it.next
	}
	*it = item[T]{key: request}
	q.items.set(request, it)
	return it
}

// freeItem forgets an item that is neither queued nor in work, and keeps one for
// the next.
func (q *queue[T]) freeItem(it *item[T]) {
	if q.items.delete(it.key) {
		q.delayed = slices.Clone(q.delayed)
	}
	if q.free == nil {
		*it = item[T]{}
		q.free = it
	}
}

// number puts an item behind all others that may run at the same time.
func (q *queue[T]) number(it *item[T]) {
	q.added++
	it.number = q.added
}

// noTimer is when a timer fires that is not set.
const noTimer = math.MaxInt64

// raise gives a queued item a higher priority, within which it comes last.
func (q *queue[T]) raise(it *item[T], priority int) {
	if it.level == nil {
		it.priority = priority
		q.number(it)
		if it.state == delayed {
			q.delayed.fix(it)
		}
		return
	}
	if it.state == ready || q.objects == nil {
		q.meter.raise(it.priority, priority)
	}
	q.ready.remove(it)
	it.priority = priority
	q.ready.push(it)
}

// delay lets an item run at that time, unless it may run before.
func (q *queue[T]) delay(it *item[T], at int64) {
	switch it.state {
	case notQueued:
		it.state, it.at = delayed, at
		q.delayed.push(it)
	case delayed:
		if it.held || at >= it.at {
			return
		}
		it.at = at
		q.delayed.fix(it)
	default:
		return
	}
	q.setTimer()
}

// release lets an item run now, or as soon as it is not in work any more.
func (q *queue[T]) release(it *item[T]) {
	switch it.state {
	case ready, blocked:
		return
	case delayed:
		if it.held {
			return
		}
		q.delayed.remove(it)
	}
	if it.working {
		it.state = blocked
		q.ready.push(it)
		if q.objects == nil { // which could still hold it back
			q.meter.add(&it.times, it.priority)
		}
		return
	}
	if q.holdBack(it) {
		return
	}
	it.state = ready
	q.meter.add(&it.times, it.priority)
	q.ready.push(it)
	q.idle.Signal()
}

// unblock lets a blocked item run that is not in work any more.
func (q *queue[T]) unblock(it *item[T]) {
	if q.holdBack(it) {
		return
	}
	q.ready.unblock(it)
	if q.objects != nil {
		q.meter.add(&it.times, it.priority)
	}
	q.idle.Signal()
}

// holdBack delays an item that could run now if its object has run too often.
func (q *queue[T]) holdBack(it *item[T]) bool {
	if !q.timed {
		return false
	}
	now := q.share.limiter.tree.now()
	wait := q.objects.wait(it.key, now)
	if wait <= 0 {
		it.readyAt = now
		return false
	}
	if it.level != nil {
		q.ready.remove(it)
	}
	it.state = notQueued
	it.held = true
	q.delay(it, now+min(int64(wait), noTimer-1-now))
	q.share.metrics.heldBack.Inc()
	return true
}

// setTimer sets the timer for the first of the delayed items.
func (q *queue[T]) setTimer() {
	at := int64(noTimer)
	if len(q.delayed) > 0 {
		at = q.delayed[0].at
	}
	if at == q.timerAt {
		return
	}
	q.timerAt = at
	wait := time.Duration(at - q.share.limiter.tree.now())
	switch {
	case at == noTimer:
		q.timer.Stop()
	case q.timer == nil:
		q.timer = time.AfterFunc(wait, q.releaseDue)
	default:
		q.timer.Reset(wait)
	}
}

// releaseDue runs when the timer fires.
func (q *queue[T]) releaseDue() {
	q.mu.Lock()
	defer q.unlock()
	if q.down {
		return
	}
	now := q.share.limiter.tree.now()
	for len(q.delayed) > 0 && q.delayed[0].at <= now {
		q.delayed[0].held = false
		q.release(q.delayed[0])
	}
	q.timerAt = noTimer
	q.setTimer()
}
