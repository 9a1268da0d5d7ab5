//go:build go1.25

package ratelimiter

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// schedules is how many random schedules the limiter is held to its promises
// under.
const schedules = 10_000

// schedule is a random program of callers around one tree of limiters, with a
// reference of what the buckets must hold.
type schedule struct {
	random   *rand.Rand
	limiters []*Limiter
	buckets  map[*Limiter]*referenceBucket
	shares   []*share
	callers  sync.WaitGroup

	mu      sync.Mutex
	granted int
	wrong   error
}

var (
	someRates  = []float64{0.5, 1, 3, 7.3, 10, 33.333333, 100, 999.999}
	someBursts = []int{1, 1, 2, 3, 10, 100}
)

func (s *schedule) limit() (float64, int) {
	return someRates[s.random.IntN(len(someRates))], someBursts[s.random.IntN(len(someBursts))]
}

func (s *schedule) keep(l *Limiter, err error, rate float64, burst int) {
	if err != nil {
		s.fail(err)
		return
	}
	s.limiters = append(s.limiters, l)
	s.buckets[l] = newReferenceBucket(rate, burst, l.tree.now())
}

func (s *schedule) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wrong == nil {
		s.wrong = err
	}
}

func newSchedule(seed uint64) *schedule {
	s := &schedule{random: rand.New(rand.NewPCG(seed, 0)), buckets: map[*Limiter]*referenceBucket{}}
	rate, burst := s.limit()
	root, err := newLimiter(rate, burst, burstAtStart())
	s.keep(root, err, rate, burst)
	for range s.random.IntN(4) {
		parent := s.limiters[s.random.IntN(len(s.limiters))]
		rate, burst := s.limit()
		class, err := parent.NewClass(rate, burst, burstAtStart())
		s.keep(class, err, rate, burst)
	}
	for i := range 1 + s.random.IntN(6) {
		share, err := s.limiters[s.random.IntN(len(s.limiters))].newShare(fmt.Sprint("schedule-", i), 1+s.random.IntN(5))
		if err != nil {
			s.fail(err)
			continue
		}
		s.shares = append(s.shares, share)
	}
	return s
}

// run lets callers come and go and limits change, and checks that the buckets
// hold exactly what the reference says: more would be tokens taken and not
// counted, less would be tokens lost.
func (s *schedule) run() error {
	for _, share := range s.shares {
		for range 1 + s.random.IntN(8) {
			s.callers.Add(1)
			go s.caller(share, rand.New(rand.NewPCG(s.random.Uint64(), 0)))
		}
	}
	for range s.random.IntN(4) {
		time.Sleep(time.Duration(s.random.Int64N(int64(2 * time.Second))))
		l := s.limiters[s.random.IntN(len(s.limiters))]
		rate, burst := s.limit()
		// What else happens at this instant happens before, so that the order
		// is the same for the reference.
		synctest.Wait()
		if err := errors.Join(s.idle(), l.SetLimit(rate, burst)); err != nil {
			return err
		}
		s.mu.Lock()
		s.buckets[l].advance(l.tree.now())
		s.buckets[l].set(rate, burst)
		s.mu.Unlock()
		synctest.Wait()
	}
	s.callers.Wait()
	return errors.Join(s.wrong, s.settled())
}

// caller waits for the share's turn a few times, with contexts that end early
// or have deadlines, at times to the nanosecond.
func (s *schedule) caller(share *share, random *rand.Rand) {
	defer s.callers.Done()
	for range 1 + random.IntN(6) {
		if random.IntN(3) == 0 {
			time.Sleep(time.Duration(random.Int64N(int64(time.Second))))
		}
		ctx, cancel := context.WithCancel(context.Background())
		switch random.IntN(6) {
		case 0:
			ctx, cancel = context.WithTimeout(ctx, time.Duration(random.Int64N(int64(3*time.Second))))
		case 1:
			// Often at the very instant at which a token comes.
			after := time.AfterFunc(time.Duration(1+random.IntN(20))*50*time.Millisecond, cancel)
			defer after.Stop()
		case 2:
			if random.IntN(10) == 0 {
				cancel()
			}
		}
		s.ask(ctx, share, random.IntN(2) == 0)
		cancel()
	}
}

func (s *schedule) ask(ctx context.Context, share *share, keepHalf bool) {
	began := time.Now()
	before := ctx.Err()
	_, err := share.wait(ctx, keepHalf)
	deadline, hasDeadline := ctx.Deadline()
	switch {
	case err == nil && before != nil:
		s.fail(errors.New("a caller with an ended context was let through"))
	case err == nil:
		s.grant(share)
		if hasDeadline && keepHalf && time.Since(began) > deadline.Sub(began)/2 {
			s.fail(errors.New("a caller waited for more than half of the time to its deadline"))
		}
	case err == errGaveUp:
		if !hasDeadline || !keepHalf {
			s.fail(errors.New("a caller gave up that had no reason to"))
		}
	case ctx.Err() == nil || !errors.Is(err, ctx.Err()):
		s.fail(fmt.Errorf("unexpected error %w", err))
	}
}

// grant takes a token of every reference bucket on the way to the root. One that
// has none says that a window was over the limit.
func (s *schedule) grant(share *share) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.granted++
	now := share.limiter.tree.now()
	for l := share.limiter; l != nil; l = l.parent {
		s.buckets[l].advance(now)
		if !s.buckets[l].take() && s.wrong == nil {
			s.wrong = fmt.Errorf("grant %d at %v is over the limit of %d rate units, burst %d",
				s.granted, time.Duration(now), s.buckets[l].rate, s.buckets[l].burst)
		}
	}
}

// idle reports tokens that lie idle while a caller waits who may have them.
func (s *schedule) idle() error {
	t := s.limiters[0].tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if share, _ := t.root.pick(t.now()); share != nil {
		return fmt.Errorf("%s waits although there are tokens", share.name)
	}
	return nil
}

// settled checks what is left when all callers have gone.
func (s *schedule) settled() error {
	t := s.limiters[0].tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.waiting != 0 || t.armed {
		return fmt.Errorf("%d callers counted as waiting and timer armed: %v, after all have gone", t.waiting, t.armed)
	}
	for _, l := range s.limiters {
		if l.waits() {
			return errors.New("a limiter still lists those that waited")
		}
		now := t.now()
		l.bucket.advance(now)
		s.buckets[l].advance(now)
		if !s.buckets[l].equals(&l.bucket) {
			return fmt.Errorf("a bucket holds %d tokens and %d parts, want %v parts", l.bucket.tokens, l.bucket.part, s.buckets[l].level)
		}
	}
	return nil
}

func TestRandomSchedules(t *testing.T) {
	schedules := schedules
	if testing.Short() {
		schedules /= 10
	}
	granted := 0
	for seed := range uint64(schedules) {
		synctest.Test(t, func(t *testing.T) {
			s := newSchedule(seed)
			if err := s.run(); err != nil {
				t.Fatalf("schedule %d: %v", seed, err)
			}
			granted += s.granted
		})
		if t.Failed() {
			return
		}
	}
	if granted < 10*schedules {
		t.Errorf("%d schedules let through only %d: they prove little", schedules, granted)
	}
	t.Logf("%d schedules let through %d", schedules, granted)
}
