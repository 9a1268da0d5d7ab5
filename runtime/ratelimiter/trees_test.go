//go:build go1.25

package ratelimiter

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"
)

// Weights hold in a class whose global limit somebody else uses up, with one worker too.
func TestWeightsInAClassWithAnyWorkers(t *testing.T) {
	for workers := 1; workers <= 3; workers++ {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				root := mustLimiter(t, 10, 1)
				slow := mustClass(t, root, 1, 1)
				stop, end := context.WithCancel(context.Background())
				heavy := keepAsking(stop, mustShare(t, slow, "heavy", 4), workers)
				light := keepAsking(stop, mustShare(t, slow, "light", 1), workers)
				keepAsking(stop, mustShare(t, root, "busy", 1), 10)
				time.Sleep(1000 * time.Second)
				end()
				synctest.Wait()
				within(t, "weight 4", *heavy, 800, 0.01)
				within(t, "weight 1", *light, 200, 0.01)
			})
		})
	}
}

// user is a share with what it asks for, and what it is to get.
type user struct {
	share    *share
	weight   float64
	workers  int           // that ask again as soon as they have done their work
	work     time.Duration // short, so that they are back when the next token comes
	events   float64       // a second, instead of workers
	want     float64       // a second
	settled  bool
	granted  int
	counting bool
}

func (u *user) grant() {
	u.share.limiter.tree.mu.Lock()
	defer u.share.limiter.tree.mu.Unlock()
	if u.counting {
		u.granted++
	}
}

func (u *user) run(ctx context.Context) {
	for range u.workers {
		go func() {
			for u.share.Wait(ctx) == nil {
				u.grant()
				time.Sleep(u.work)
			}
		}()
	}
	if u.workers > 0 {
		return
	}
	go func() {
		ticker := time.NewTicker(time.Duration(float64(time.Second) / u.events))
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				go func() {
					if u.share.Wait(ctx) == nil {
						u.grant()
					}
				}()
			}
		}
	}()
}

// fill sets what each user is to get: in proportion to the weights, until a limit or the
// user itself has enough, and so on with the rest (weighted max-min).
func fill(users []*user) {
	level := 0.0
	for {
		used, growing := map[*Limiter]float64{}, map[*Limiter]float64{}
		for _, u := range users {
			for l := u.share.limiter; l != nil; l = l.parent {
				used[l] += u.want
				if !u.settled {
					growing[l] += u.weight
				}
			}
		}
		next := math.Inf(1)
		for l, weight := range growing {
			if weight > 0 {
				next = min(next, level+max(0, float64(l.bucket.rate)/rateUnit-used[l])/weight)
			}
		}
		for _, u := range users {
			if !u.settled && u.events > 0 {
				next = min(next, u.events/u.weight)
			}
		}
		if math.IsInf(next, 1) {
			return
		}
		grows := next - level
		level = next
		for _, u := range users {
			if u.settled {
				continue
			}
			u.want = level * u.weight
			u.settled = u.events > 0 && u.want >= u.events*0.999999
			for l := u.share.limiter; l != nil && !u.settled; l = l.parent {
				u.settled = used[l]+grows*growing[l] >= float64(l.bucket.rate)/rateUnit*0.999999
			}
		}
	}
}

func randomTree(t *testing.T, random *rand.Rand) (users []*user) {
	rate := []float64{5, 10, 50, 100}[random.IntN(4)]
	limiters := []*Limiter{mustLimiter(t, rate, 2+random.IntN(20))}
	for range random.IntN(6) {
		parent := limiters[random.IntN(len(limiters))]
		limiters = append(limiters, mustClass(t, parent, rate*(0.05+random.Float64()), 2+random.IntN(20)))
	}
	for i := range 2 + random.IntN(8) {
		u := &user{weight: float64(1 + random.IntN(5))}
		u.share = mustShare(t, limiters[random.IntN(len(limiters))], fmt.Sprint("user-", i), int(u.weight))
		if random.IntN(3) == 0 {
			u.events = rate * (0.02 + random.Float64()/4)
		} else {
			u.workers = 1 + random.IntN(4)
			u.work = time.Duration(float64(random.IntN(3)) / 20 / rate * float64(time.Second))
		}
		users = append(users, u)
	}
	fill(users)
	return users
}

// In any tree, with any number of workers, each share gets its weighted max-min share.
func TestRandomTreesShareByWeight(t *testing.T) {
	trees := uint64(300)
	if testing.Short() {
		trees /= 10
	}
	for seed := range trees {
		synctest.Test(t, func(t *testing.T) {
			users := randomTree(t, rand.New(rand.NewPCG(seed, 50)))
			least := math.Inf(1)
			stop, end := context.WithCancel(context.Background())
			for _, u := range users {
				least = min(least, u.want)
				u.run(stop)
			}
			time.Sleep(time.Duration(30 / least * float64(time.Second))) // past all bursts
			for _, u := range users {
				u.share.limiter.tree.mu.Lock()
				u.counting = true
				u.share.limiter.tree.mu.Unlock()
			}
			const turns = 300
			time.Sleep(time.Duration(turns / least * float64(time.Second)))
			end()
			time.Sleep(time.Second) // what is at work ends
			synctest.Wait()
			for _, u := range users {
				if want := u.want * turns / least; math.Abs(float64(u.granted)-want) > want/20 {
					t.Errorf("tree %d: %s of weight %v, %d workers, %.2f events/s was let through %d times, want %.0f (%.2f)",
						seed, u.share.name, u.weight, u.workers, u.events, u.granted, want, float64(u.granted)/want)
				}
			}
		})
	}
}
