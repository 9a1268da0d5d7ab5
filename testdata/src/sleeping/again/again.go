// Package again tries again for some time.
package again

import "time"

// An Attempt is a series of tries.
type Attempt struct {
	end         time.Time
	last, pause time.Duration
	count       int
}

// Begin begins a series of tries.
func Begin() *Attempt { return &Attempt{end: time.Now().Add(5 * time.Second), pause: time.Second} }

// Next waits until the next try, or returns false if there is none.
func (a *Attempt) Next() bool {
	if time.Now().After(a.end) {
		return false
	}
	if pause := a.pause - a.last; a.count > 0 {
		time.Sleep(pause) // want RL4003:"blocks here for as long as a variable or setting says .time.Sleep.; reached by sleeping.tries.Reconcile → again.Attempt.Next$"
	}
	a.count++
	return true
}
