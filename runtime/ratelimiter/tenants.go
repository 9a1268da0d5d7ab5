package ratelimiter

import (
	"errors"
	"sync"
)

// tenantsRunning counts the reconciles that run of each tenant, over all controllers of
// one manager that limit their number. Its lock comes after the queues' and calls nothing.
type tenantsRunning struct {
	mu     sync.Mutex
	of     map[string]int
	queues map[any]func() // that limit it, with what makes an idle worker look again
	least  int            // of what they allow
}

// join counts for a queue that allows so many of each tenant.
func (r *tenantsRunning) join(queue any, most int, look func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.queues == nil {
		r.of, r.queues, r.least = map[string]int{}, map[any]func(){}, most
	}
	r.least = min(r.least, most)
	r.queues[queue] = look
}

func (r *tenantsRunning) leave(queue any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.queues, queue)
}

// end says that one of a tenant has ended, and reports whether another queue may have
// waited for that.
func (r *tenantsRunning) end(tenant string) (wake bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.of[tenant]
	if n <= 1 {
		delete(r.of, tenant)
	} else {
		r.of[tenant] = n - 1
	}
	return n >= r.least && len(r.queues) > 1
}

// wake makes the other queues look again. No queue is locked.
func (r *tenantsRunning) wake(but any) {
	r.mu.Lock()
	looks := make([]func(), 0, len(r.queues))
	for queue, look := range r.queues {
		if queue != but {
			looks = append(looks, look)
		}
	}
	r.mu.Unlock()
	for _, look := range looks {
		look()
	}
}

// limitTenants lets at most so many reconciles of a tenant run at the same time. It is to
// be called before the first request is added.
func (q *queue[T]) limitTenants(most int) {
	q.mostOfTenant, q.running = most, &q.share.limiter.tree.running
	q.ready.byTenant = map[string]int{}
	q.running.join(q, most, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.idle.Signal()
	})
}

// more reports whether there are more requests that could be handed out than claims.
func (q *queue[T]) more() bool {
	if q.running == nil {
		return q.ready.length > q.claims
	}
	q.running.mu.Lock()
	defer q.running.mu.Unlock()
	n := 0
	for tenant, ready := range q.ready.byTenant {
		n += min(ready, max(0, q.mostOfTenant-q.running.of[tenant]))
		if n > q.claims {
			return true
		}
	}
	return false
}

// take removes the request from those that are ready which is to run next, nil if there is
// none: others may have taken a tenant's place since a token was claimed.
func (q *queue[T]) take() *item[T] {
	if q.running == nil {
		return q.ready.pop(nil)
	}
	q.running.mu.Lock()
	defer q.running.mu.Unlock()
	it := q.ready.pop(func(tenant string) bool { return q.running.of[tenant] < q.mostOfTenant })
	if it != nil {
		q.running.of[q.tenantOf(it.key)]++
	}
	return it
}

// tenantEnded says that the work on a request of the tenant has ended.
func (q *queue[T]) tenantEnded(request T) {
	if q.running == nil {
		return
	}
	q.wakeOthers = q.running.end(q.tenantOf(request)) || q.wakeOthers
	q.idle.Signal()
}

// fullTenants are some of those with requests that wait because as many run as may.
func (q *queue[T]) fullTenants() (names []string) {
	if q.running == nil {
		return nil
	}
	q.running.mu.Lock()
	defer q.running.mu.Unlock()
	for tenant := range q.ready.byTenant {
		if q.running.of[tenant] >= q.mostOfTenant && len(names) < mostShown {
			names = append(names, tenant)
		}
	}
	return names
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
