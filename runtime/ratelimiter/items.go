package ratelimiter

import (
	"math"
	"time"
)

// item is what a queue knows of one request: one that is queued, or in work, or
// both.
type item[T comparable] struct {
	key      T
	priority int
	number   uint64 // by order of addition
	state    state
	working  bool  // handed out and not done
	unspent  bool  // in work, and its token not used yet
	held     bool  // delayed because its object was reconciled too often
	at       int64 // when it may run, if delayed
	readyAt  int64 // since when it can run, if ready
	waited   waited
	index    int // among the delayed

	tenant     *tenant[T] // if ready
	next, prev *item[T]   // in its tenant's line
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

// heldOne is a request that is held back.
type heldOne[T comparable] struct {
	request T
	wait    time.Duration
}

func (q *queue[T]) newItem(request T) *item[T] {
	it := q.free
	if it == nil {
		it = &item[T]{}
	} else {
		q.free = it.next
	}
	*it = item[T]{key: request}
	q.items[request] = it
	return it
}

// freeItem forgets an item that is neither queued nor in work, and keeps one for
// the next.
func (q *queue[T]) freeItem(it *item[T]) {
	delete(q.items, it.key)
	if q.free == nil {
		*it = item[T]{}
		q.free = it
	}
}

// noTimer is when a timer fires that is not set.
const noTimer = math.MaxInt64

// raise gives a queued item a higher priority, within which it comes last.
func (q *queue[T]) raise(it *item[T], priority int) {
	if it.state != ready {
		it.priority = priority
		return
	}
	q.ready.remove(it)
	it.priority = priority
	q.ready.push(it, q.tenantOf(it.key))
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
	it.state = blocked
	if !it.working {
		q.makeReady(it)
	}
}

// makeReady lets an item run that is neither delayed nor in work, unless its object
// has run too often.
func (q *queue[T]) makeReady(it *item[T]) {
	if q.timed {
		now := q.share.limiter.tree.now()
		if wait := q.objects.wait(it.key, now); wait > 0 {
			it.state = notQueued
			it.held = true
			q.delay(it, now+min(int64(wait), noTimer-1-now))
			q.untold = append(q.untold, heldOne[T]{it.key, wait})
			return
		}
		it.readyAt = now
	}
	q.meter.add(it)
	it.state = ready
	q.ready.push(it, q.tenantOf(it.key))
	q.idle.Signal()
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
