package simulate

import "math"

// dispatch hands items to workers that are free.
func (m *model) dispatch(g int) {
	p := &m.pools[g]
	if m.global != nil && m.atQueue && p.Wrapped {
		m.claim(p)
		return
	}
	for p.free > 0 {
		i, ok := m.take(p)
		if !ok {
			return
		}
		m.start(i)
	}
}

// take gives the item that is next to a worker.
func (m *model) take(p *pool) (int, bool) {
	i, ok := p.urgent.pop()
	if !ok {
		if i, ok = p.low.pop(); !ok {
			return 0, false
		}
	}
	it := &m.items[i]
	it.dirty, it.processing = false, true
	p.free--
	return i, true
}

// claim lets each worker that is free wait for a token for one of the items: which one is settled when the token comes.
func (m *model) claim(p *pool) {
	for p.claims < min(p.free, p.urgent.len()+p.low.len()) {
		m.join(p)
		p.claims++
	}
	m.grant()
}

// join brings a pool up to date that nothing waited in: who was away gets no turns for it.
func (m *model) join(p *pool) {
	if !p.waits() {
		p.served = math.Max(p.served, m.leastServed())
	}
}

// waits reports whether workers of the pool wait for the global limit.
func (p *pool) waits() bool { return p.waiting.len() > 0 || p.claims > 0 }

// start is what happens once a worker has an item: the middleware asks the global limiter.
func (m *model) start(i int) {
	it := &m.items[i]
	p := &m.pools[it.pool]
	switch {
	case m.global == nil || !p.Wrapped || it.passes:
		it.passes = false
		m.reconcile(i)
	case m.requeues:
		if wait := m.global.reserve(m.now); wait > 0 {
			it.passes = true
			m.giveBack(i)
			it.failures = 0
			m.later(i, wait)
			return
		}
		m.reconcile(i)
	default:
		m.join(p)
		p.waiting.push(i)
		m.grant()
	}
}

// leastServed returns how often each controller of the group had its turn that is next.
func (m *model) leastServed() float64 {
	least := math.Inf(1)
	for g := range m.pools {
		if p := &m.pools[g]; p.waits() {
			least = math.Min(least, p.served)
		}
	}
	if math.IsInf(least, 1) {
		return 0
	}
	return least
}

// grant gives the tokens that there are to those that wait, a controller's turn after the other's.
func (m *model) grant() {
	for !m.granting {
		best := -1
		for g := range m.pools {
			if p := &m.pools[g]; p.waits() && (best < 0 || p.served < m.pools[best].served) {
				best = g
			}
		}
		if best < 0 {
			return
		}
		if wait := m.global.until(m.now); wait > 0 {
			m.granting = true
			m.plan(m.now+wait, tokenDue, 0)
			return
		}
		m.global.reserve(m.now)
		p := &m.pools[best]
		p.served += 1 / float64(p.Controllers)
		i, ok := p.waiting.pop()
		if !ok {
			p.claims--
			i, _ = m.take(p)
		}
		m.reconcile(i)
	}
}
