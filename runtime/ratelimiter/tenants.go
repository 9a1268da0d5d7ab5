package ratelimiter

import (
	"errors"
	"slices"
	"sync"
	"time"
)

// tenants counts the reconciles that run of each tenant, over all controllers of one
// manager that limit their number. Its lock comes after the queues' and calls nothing.
type tenants struct {
	mu    sync.Mutex
	slots shrinking[string, *slots]
}

// slots are those of one tenant. Those of its queues that wait for one take turns: the first of
// them has the first that is free. Without that, the worker that leaves a slot would always be the
// first to be back.
type slots struct {
	running int
	waiting []waitingQueue // by turns, and equal ones by who waits longest
	turns   int            // that who had the last one has had
	open    bool           // whose turn it was has not come: whoever comes first has a free one
	timer   *time.Timer    // opens them
	armed   bool
}

// waitingQueue is a queue with more requests of a tenant than it has free slots for.
type waitingQueue struct {
	queue any
	look  func() // makes an idle worker look again
	turns int    // as if it had waited all the time, so that nobody is owed the past
}

// turnTime is how long a free slot is kept for a turn: longer than a worker takes to wake up. What
// holds a queue up besides, such as the lack of a token, does not keep the slot empty.
const turnTime = time.Millisecond

// ofTenant returns a tenant's.
func (r *tenants) ofTenant(tenant string) *slots {
	s, ok := r.slots.of[tenant]
	if !ok {
		s = &slots{}
		r.slots.set(tenant, s)
	}
	return s
}

// forget removes a tenant's slots if they say nothing.
func (r *tenants) forget(tenant string, s *slots) {
	if s.running == 0 && len(s.waiting) == 0 {
		r.slots.delete(tenant)
	}
}

// free is how many of so many slots a queue may take now.
func (s *slots) free(queue any, most int) int {
	free := most - s.running
	if s.open || free <= 0 {
		return max(free, 0)
	}
	spare := max(free-len(s.waiting), 0)
	if turn := s.turn(queue); 0 <= turn && turn < free {
		return spare + 1
	}
	return spare
}

// turn is where the queue stands among those that wait, or -1.
func (s *slots) turn(queue any) int {
	return slices.IndexFunc(s.waiting, func(w waitingQueue) bool { return w.queue == queue })
}

// wait lets a queue wait.
func (s *slots) wait(w waitingQueue) {
	w.turns = max(w.turns, s.turns)
	i := len(s.waiting)
	for i > 0 && s.waiting[i-1].turns > w.turns {
		i--
	}
	s.waiting = slices.Insert(s.waiting, i, w)
}

// took counts a turn of a queue that waits.
func (s *slots) took(i int) {
	w := s.waiting[i]
	s.waiting = slices.Delete(s.waiting, i, i+1)
	s.turns = max(s.turns, w.turns)
	w.turns++
	s.wait(w)
}

// leave ends a queue's wait.
func (s *slots) leave(queue any) {
	if i := s.turn(queue); i >= 0 {
		s.waiting = slices.Delete(s.waiting, i, i+1)
	}
}

// end says that one of a tenant has ended, and returns what tells the queues that wait for
// that.
func (r *tenants) end(tenant string) (looks []func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.ofTenant(tenant)
	s.running--
	s.open = false
	if len(s.waiting) == 0 {
		r.forget(tenant, s)
		return nil
	}
	r.arm(s)
	return s.looks()
}

// arm sets the timer that ends a turn.
func (r *tenants) arm(s *slots) {
	switch {
	case s.open:
		return
	case s.armed:
	case s.timer == nil:
		s.timer = time.AfterFunc(turnTime, func() { r.lapse(s) })
	default:
		s.timer.Reset(turnTime)
	}
	s.armed = true
}

func (s *slots) looks() (looks []func()) {
	for _, w := range s.waiting {
		looks = append(looks, w.look)
	}
	return looks
}

// lapse lets others have what the first did not take, whose next turn comes after theirs.
func (r *tenants) lapse(s *slots) {
	r.mu.Lock()
	s.armed, s.open = false, true
	if len(s.waiting) > 0 {
		s.took(0)
	}
	looks := s.looks()
	r.mu.Unlock()
	for _, look := range looks {
		look()
	}
}

// leave forgets a queue that is shut down.
func (r *tenants) leave(queue any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for tenant, s := range r.slots.of {
		s.leave(queue)
		r.forget(tenant, s)
	}
}

// limitTenants lets at most so many reconciles of a tenant run at the same time. It is to
// be called before the first request is added.
func (q *queue[T]) limitTenants(most int) {
	q.mostOfTenant, q.running = most, &q.share.limiter.tree.running
	q.ready.byTenant = &shrinking[string, int]{}
}

// lookAgain makes an idle worker look whether there is something to do.
func (q *queue[T]) lookAgain() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.idle.Signal()
}

// more reports whether there are more requests that could be handed out than claims. Where
// a tenant lacks slots, the queue waits for its turn from then on.
func (q *queue[T]) more() bool {
	if q.running == nil {
		return q.ready.length > q.claims
	}
	q.running.mu.Lock()
	defer q.running.mu.Unlock()
	n := 0
	for tenant, ready := range q.ready.byTenant.of {
		free := q.mostOfTenant
		s := q.running.slots.of[tenant]
		if s != nil {
			free = s.free(q, q.mostOfTenant)
		}
		if ready > free && s != nil {
			if s.turn(q) < 0 {
				s.wait(waitingQueue{q, q.lookAgain, 0})
			}
			if free < q.mostOfTenant-s.running { // kept for others' turns
				q.running.arm(s)
			}
		}
		if n += min(ready, free); n > q.claims {
			return true
		}
	}
	return false
}

// take removes the request from those that are ready which is to run next, nil if there is
// none: others may have taken a tenant's slot since a token was claimed.
func (q *queue[T]) take() *item[T] {
	if q.running == nil {
		return q.ready.pop(nil)
	}
	q.running.mu.Lock()
	defer q.running.mu.Unlock()
	it := q.ready.pop(func(tenant string) bool {
		s := q.running.slots.of[tenant]
		return s == nil || s.free(q, q.mostOfTenant) > 0
	})
	if it != nil {
		tenant := q.tenantOf(it.key)
		s := q.running.ofTenant(tenant)
		s.running++
		turn := s.turn(q)
		switch last := q.ready.byTenant.of[tenant] == 0; {
		case turn >= 0 && last:
			s.leave(q)
		case turn >= 0:
			s.took(turn)
		case !last:
			s.wait(waitingQueue{q, q.lookAgain, s.turns + 1})
		}
		if s.armed {
			s.timer.Stop()
			s.armed = false
		}
		if q.mostOfTenant > s.running && len(s.waiting) > 0 {
			q.running.arm(s) // for the next turn
		}
	}
	return it
}

// tenantEnded says that the work on a request of the tenant has ended.
func (q *queue[T]) tenantEnded(request T) {
	if q.running == nil {
		return
	}
	q.looks = append(q.looks, q.running.end(q.tenantOf(request))...)
	q.idle.Signal()
}

// mostOf returns how many reconciles the options of WithTenant let run of each tenant, 0
// for any number.
func mostOf(options []LimiterOption) (int, error) {
	scratch := &Limiter{tree: newTree()}
	scratch.bucket.empty()
	untouched := scratch.bucket
	for _, option := range options {
		if option == nil {
			return 0, errors.New("an option of WithTenant is nil")
		}
		if err := option(scratch); err != nil {
			return 0, err
		}
	}
	most := scratch.most
	if scratch.name != "" || scratch.source != nil || scratch.adaptive != nil || scratch.tree.observed != nil || scratch.bucket != untouched {
		return 0, errors.New("WithTenant takes WithMaxInFlight and no other option")
	}
	return most, nil
}
