//go:build go1.25

package ratelimiter

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// However the waiting workers of busy controllers came, each controller has one turn in each
// round: the order of one round is that of the next.
func TestRoundsKeepTheirOrder(t *testing.T) {
	const shares, workers, rate = 50, 10, 10
	synctest.Test(t, func(t *testing.T) {
		l := mustLimiter(t, rate, 1)
		var mu sync.Mutex
		last := make([]time.Time, shares)
		longest := time.Duration(0)
		for round := range workers {
			for i := range shares {
				if round%2 == 1 {
					i = shares - 1 - i
				}
				if round == 0 {
					mustShare(t, l, fmt.Sprint(i), 1)
				}
				s := l.tree.shares[fmt.Sprint(i)]
				go func() {
					for s.Wait(t.Context()) == nil {
						mu.Lock()
						if !last[i].IsZero() {
							longest = max(longest, time.Since(last[i]))
						}
						last[i] = time.Now()
						mu.Unlock()
					}
				}()
				synctest.Wait()
			}
		}
		time.Sleep(time.Minute)
		mu.Lock()
		defer mu.Unlock()
		if want := shares * time.Second / rate; longest != want {
			t.Errorf("a controller waited %v for its next turn, want a round: %v", longest, want)
		}
	})
}
