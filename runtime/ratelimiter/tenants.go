package ratelimiter

import (
	"errors"
	"sync"
)

// tenantsRunning counts the reconciles that run of each tenant, over all controllers of
// one manager that limit their number. Its lock comes after the queues' and calls nothing.
type tenantsRunning struct {
	mu    sync.Mutex
	of    map[string]int
	short map[any]func() // queues with requests that wait for a tenant's place, with what makes an idle worker look again
}

// end says that one of a tenant has ended, and reports whether a queue may have waited for
// that.
func (r *tenantsRunning) end(tenant string) (wake bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of[tenant]--; r.of[tenant] <= 0 {
		delete(r.of, tenant)
	}
	return len(r.short) > 0
}

// setShort says whether a queue has requests that wait for a tenant's place. It is called
// with the lock held.
func (r *tenantsRunning) setShort(queue any, short bool, look func()) {
	if short {
		r.short[queue] = look
	} else {
		delete(r.short, queue)
	}
}

// leave forgets a queue that is shut down.
func (r *tenantsRunning) leave(queue any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.short, queue)
}

// wake makes the other queues look again. No queue is locked. Each place that becomes free
// is one request more for each of them, and so one worker.
func (r *tenantsRunning) wake(but any) {
	r.mu.Lock()
	looks := make([]func(), 0, len(r.short))
	for queue, look := range r.short {
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
	q.running.mu.Lock()
	defer q.running.mu.Unlock()
	if q.running.of == nil {
		q.running.of, q.running.short = map[string]int{}, map[any]func(){}
	}
}

// lookAgain makes an idle worker look whether there is something to do.
func (q *queue[T]) lookAgain() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.idle.Signal()
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
	q.running.setShort(q, q.ready.length > q.claims, q.lookAgain)
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
