//go:build go1.25

package ratelimiter

import (
	"os"
	"time"
)

// settings is what a file may say, whole or by half.
func (m *mix) settings() string {
	s := oneOf(m.random, "", "", "maxReconcileRate: 20\n", "maxReconcileRate: 2\npaused: true\n", "paused: true\n",
		"classes:\n  class-0:\n    rate: 3\n    burst: 2\n",
		"classes:\n  class-0:\n    paused: true\n", "classes: {class-7: {rate: 1}}\n", "weights:\n  mixed-0: 5\n", "maxReconcileRate: 0\n",
		"paused: true\n---\npaused: false\n", `{"maxReconcileRate": 5}`)
	if m.random.IntN(4) == 0 && len(s) > 0 {
		s = s[:m.random.IntN(len(s))]
	}
	return s
}

// act changes something.
func (m *mix) act() {
	a := m.all[m.random.IntN(len(m.all))]
	m.lastAct = time.Since(m.began)
	var err error
	switch m.random.IntN(7) {
	case 0:
		err = a.Pause()
	case 1, 2:
		err = a.Resume()
	case 3:
		err = a.SetLimit(oneOf(m.random, 0.7, 4, 60), oneOf(m.random, 1, 3, 50))
	case 4:
		err = a.Throttle(time.Duration(m.random.IntN(3000)) * time.Millisecond)
	default:
		w := m.files[m.random.IntN(len(m.files))]
		if err = os.WriteFile(w.path, []byte(m.settings()), 0o600); err == nil {
			for range 1 + m.random.IntN(2) {
				w.look()
			}
		}
	}
	if err != nil {
		m.t.Error(err)
	}
}

// settle notes what holds from this instant on.
func (m *mix) settle() {
	for _, a := range m.all {
		a.tree.mu.Lock()
		now, set := a.tree.now(), a.limit()
		a.tree.mu.Unlock()
		m.mu.Lock()
		a.paused = set.paused
		m.seen[a.Limiter].advance(now)
		m.seen[a.Limiter].set(float64(set.rate)/rateUnit, int(set.burst))
		m.mu.Unlock()
	}
}
