package ratelimiter

import "slices"

// readyItems are the items of a queue that may run, in the order in which they
// will: by priority, within a priority in turns between tenants, and for a tenant
// as they came. Those that are blocked by work have their places too, where they
// are passed over.
type readyItems[T comparable] struct {
	levels  []*level[T] // of those priorities that have items, highest first
	spare   *level[T]   // the level that was emptied last, to be used again
	length  int         // without the blocked
	blocked int

	byTenant *shrinking[string, int] // of length; nil unless tenants are limited
}

// level holds the items of one priority. The tenants that have any form a ring;
// first is whose turn it is.
type level[T comparable] struct {
	priority int
	first    *tenant[T]
	tenants  shrinking[string, *tenant[T]]
	nameless tenant[T]
}

// tenant is the line of one tenant in a level.
type tenant[T comparable] struct {
	name        string
	level       *level[T]
	first, last *item[T]
	next, prev  *tenant[T] // in the ring; nil if not in it
}

// push adds an item, ready or blocked, at the end of its tenant's line.
func (r *readyItems[T]) push(it *item[T], tenantName string) {
	t := r.level(it.priority).tenant(tenantName)
	it.tenant = t
	it.prev, it.next = t.last, nil
	if t.last != nil {
		t.last.next = it
	} else {
		t.first = it
		t.join()
	}
	t.last = it
	r.count(it, 1)
}

// unblock makes a blocked item ready, in its place.
func (r *readyItems[T]) unblock(it *item[T]) {
	r.count(it, -1)
	it.state = ready
	r.count(it, 1)
}

// count counts an item in its line: one more, or one less.
func (r *readyItems[T]) count(it *item[T], by int) {
	if it.state == blocked {
		r.blocked += by
		return
	}
	r.length += by
	if r.byTenant == nil {
		return
	}
	name := it.tenant.name
	if n := r.byTenant.of[name] + by; n > 0 {
		r.byTenant.set(name, n)
	} else {
		r.byTenant.delete(name)
	}
}

// pop removes the next item, or returns nil if none is ready. It passes over
// blocked ones, of which there are at most as many as workers, and those of tenants
// that may not, all if that is nil.
func (r *readyItems[T]) pop(may func(tenant string) bool) *item[T] {
	for _, l := range r.levels {
		if it := l.next(may); it != nil {
			l.first = it.tenant.next // whether it has further items or not
			r.remove(it)
			return it
		}
	}
	return nil
}

// next returns the first ready item of the first tenant that has one and may.
func (l *level[T]) next(may func(tenant string) bool) *item[T] {
	for t := l.first; ; {
		for it := t.first; it != nil && (may == nil || may(t.name)); it = it.next {
			if it.state == ready {
				return it
			}
		}
		if t = t.next; t == l.first {
			return nil
		}
	}
}

// remove takes an item out, wherever it stands.
func (r *readyItems[T]) remove(it *item[T]) {
	t := it.tenant
	if it.prev != nil {
		it.prev.next = it.next
	} else {
		t.first = it.next
	}
	if it.next != nil {
		it.next.prev = it.prev
	} else {
		t.last = it.prev
	}
	r.count(it, -1)
	it.tenant, it.next, it.prev = nil, nil, nil
	if t.first != nil {
		return
	}
	l := t.level
	t.leave()
	if l.first == nil {
		r.drop(l)
	}
}

// level returns that of the priority, which it makes if there is none.
func (r *readyItems[T]) level(priority int) *level[T] {
	i, found := slices.BinarySearchFunc(r.levels, priority, func(l *level[T], p int) int {
		switch {
		case l.priority > p:
			return -1
		case l.priority < p:
			return 1
		}
		return 0
	})
	if found {
		return r.levels[i]
	}
	l := r.spare
	if l == nil {
		l = &level[T]{}
	}
	r.spare = nil
	l.priority = priority
	r.levels = slices.Insert(r.levels, i, l)
	return l
}

// drop removes a level without items.
func (r *readyItems[T]) drop(l *level[T]) {
	i := slices.Index(r.levels, l)
	r.levels = slices.Delete(r.levels, i, i+1)
	r.spare = l
}

func (l *level[T]) tenant(name string) *tenant[T] {
	if name == "" {
		l.nameless.level = l
		return &l.nameless
	}
	t, ok := l.tenants.of[name]
	if !ok {
		t = &tenant[T]{name: name, level: l}
		l.tenants.set(name, t)
	}
	return t
}

// join puts a tenant into the ring, so that its turn comes after all others'.
func (t *tenant[T]) join() {
	first := t.level.first
	if first == nil {
		t.next, t.prev = t, t
		t.level.first = t
		return
	}
	t.next, t.prev = first, first.prev
	first.prev.next, first.prev = t, t
}

// leave takes a tenant without items out of the ring and forgets it.
func (t *tenant[T]) leave() {
	l := t.level
	if t.next == t {
		l.first = nil
	} else {
		t.prev.next, t.next.prev = t.next, t.prev
		if l.first == t {
			l.first = t.next
		}
	}
	t.next, t.prev = nil, nil
	l.tenants.delete(t.name) // the nameless one is not there
}
