package ratelimiter

import (
	"errors"
	"slices"
	"sync"
	"time"
)

// tenantsRunning counts the reconciles that run of each tenant, over all controllers of
// one manager that limit their number. Its lock comes after the queues' and calls nothing.
type tenantsRunning struct {
	mu     sync.Mutex
	of     map[string]int
	short  map[any]shortQueue // by queue
	offers map[string]*offer  // by tenant
}

// shortQueue is a queue with requests that wait for places of tenants.
type shortQueue struct {
	tenants []string
	look    func() // makes an idle worker look again
}

// offer is a place that other queues may have first, as they wait for it and this one had it.
// Otherwise the worker that leaves it would always be the first to be back.
type offer struct {
	by    any
	timer *time.Timer // ends it
}

// offerTime is how long they may: longer than a worker takes to wake up. What holds them up
// besides does not keep the place empty.
const offerTime = time.Millisecond

// end says that one of a tenant has ended, and returns what tells the queues that wait for
// that.
func (r *tenantsRunning) end(by any, tenant string, look func()) (looks []func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of[tenant]--; r.of[tenant] <= 0 {
		delete(r.of, tenant)
	}
	for queue, s := range r.short {
		if queue != by && slices.Contains(s.tenants, tenant) {
			looks = append(looks, s.look)
		}
	}
	if len(looks) > 0 {
		o := &offer{by: by}
		r.offers[tenant] = o
		o.timer = time.AfterFunc(offerTime, func() {
			r.withdraw(tenant, o)
			look()
		})
	}
	return looks
}

func (r *tenantsRunning) withdraw(tenant string, o *offer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.offers[tenant] == o {
		delete(r.offers, tenant)
	}
}

// leave forgets a queue that is shut down.
func (r *tenantsRunning) leave(queue any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.short, queue)
}

// limitTenants lets at most so many reconciles of a tenant run at the same time. It is to
// be called before the first request is added.
func (q *queue[T]) limitTenants(most int) {
	q.mostOfTenant, q.running = most, &q.share.limiter.tree.running
	q.ready.byTenant = map[string]int{}
	q.running.mu.Lock()
	defer q.running.mu.Unlock()
	if q.running.of == nil {
		q.running.of, q.running.short, q.running.offers = map[string]int{}, map[any]shortQueue{}, map[string]*offer{}
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
	var full []string
	for tenant, ready := range q.ready.byTenant {
		places := q.places(tenant)
		n += min(ready, places)
		if n > q.claims {
			return true
		}
		if ready > places {
			full = append(full, tenant)
		}
	}
	if len(full) > 0 {
		q.running.short[q] = shortQueue{full, q.lookAgain}
	} else {
		delete(q.running.short, q)
	}
	return false
}

// places is how many more requests of the tenant could be handed out. It is called with both
// locks held.
func (q *queue[T]) places(tenant string) int {
	n := q.mostOfTenant - q.running.of[tenant]
	if o := q.running.offers[tenant]; o != nil && o.by == any(q) {
		n--
	}
	return max(n, 0)
}

// take removes the request from those that are ready which is to run next, nil if there is
// none: others may have taken a tenant's place since a token was claimed.
func (q *queue[T]) take() *item[T] {
	if q.running == nil {
		return q.ready.pop(nil)
	}
	q.running.mu.Lock()
	defer q.running.mu.Unlock()
	it := q.ready.pop(func(tenant string) bool { return q.places(tenant) > 0 })
	if it != nil {
		tenant := q.tenantOf(it.key)
		q.running.of[tenant]++
		q.running.took(q, tenant, q.ready.byTenant[tenant] == 0)
	}
	return it
}

// took says that the queue has taken a place of the tenant, perhaps for its last request.
func (r *tenantsRunning) took(queue any, tenant string, last bool) {
	if s, ok := r.short[queue]; ok && last {
		s.tenants = slices.DeleteFunc(s.tenants, func(t string) bool { return t == tenant })
		r.short[queue] = s
	}
	if o := r.offers[tenant]; o != nil && o.by != queue {
		delete(r.offers, tenant)
		o.timer.Reset(0) // who offered it may look again, since more places may be free
	}
}

// tenantEnded says that the work on a request of the tenant has ended.
func (q *queue[T]) tenantEnded(request T) {
	if q.running == nil {
		return
	}
	q.looks = append(q.looks, q.running.end(q, q.tenantOf(request), q.lookAgain)...)
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
