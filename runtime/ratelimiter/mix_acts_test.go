//go:build go1.25

package ratelimiter

import "time"

// act changes something.
func (m *mix) act() {
	a := m.all[m.random.IntN(len(m.all))]
	m.lastAct = time.Since(m.began)
	var err error
	switch m.random.IntN(5) {
	case 0:
		err = a.Pause()
	case 1, 2:
		err = a.Resume()
	case 3:
		err = a.SetLimit(oneOf(m.random, 0.7, 4, 60), oneOf(m.random, 1, 3, 50))
	case 4:
		err = a.Throttle(time.Duration(m.random.IntN(3000)) * time.Millisecond)
	}
	if err != nil {
		m.t.Error(err)
	}
}

// settle notes what holds from this instant on.
func (m *mix) settle() {
	for _, a := range m.all {
		a.tree.mu.Lock()
		now, rate, burst := a.tree.now(), a.rate, a.bucket.burst
		paused := a.Limiter.paused
		a.tree.mu.Unlock()
		m.mu.Lock()
		a.paused = paused
		m.seen[a.Limiter].advance(now)
		m.seen[a.Limiter].set(float64(rate)/rateUnit, int(burst))
		m.mu.Unlock()
	}
}
