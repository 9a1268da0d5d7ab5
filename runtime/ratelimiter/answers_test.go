//go:build go1.25

package ratelimiter

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// The breaker of a class counts the calls of all controllers in it, however deep.
func TestBreakerCountsForClassesInTheClass(t *testing.T) {
	for depth := range 4 {
		t.Run(fmt.Sprint(depth), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				limits := newLimits(t, 100)
				class, err := limits.Global().NewClass(50, 100, WithAdaptive(), burstAtStart())
				if err != nil {
					t.Fatal(err)
				}
				for range depth {
					class = mustClass(t, class, 50, 100)
				}
				const away, back, end = time.Minute, 11 * time.Minute, 13 * time.Minute
				log := simulation.NewLog()
				o := limited(t, "deep", log.Reconciler(farSide{away, back}.calling(time.Now())), limits, WithClass(class))
				run(t, end, simulation.Controller{Name: "deep", Options: o, Sources: []source.Source{
					simulation.Appear(simulation.Objects("object", 40), 0),
				}})
				// One after 1 s, 2 s … and one a minute, besides the 40 that may run when it goes away.
				if n := log.Between(away, back); n < 14 || n > 16+40 {
					t.Errorf("%d calls while the far side was away, want 14 to 56", n)
				}
				if n := log.Between(back+61*time.Second, end); n < 500 {
					t.Errorf("%d calls after its return, want 500 or more", n)
				}
			})
		})
	}
}

// Only answers in a row open a breaker, and any answer closes it, whatever their order is.
func TestBreakerFollowsAnswers(t *testing.T) {
	type answer struct {
		result reconcile.Result
		err    error
		kind   byte // away, answers, or tells nothing
	}
	answers := []answer{
		{err: Throttled(errFailing, 0), kind: 'a'},
		{err: errors.Join(errFailing, fmt.Errorf("%w", Throttled(errFailing, 0))), kind: 'a'},
		{kind: 's'},
		{result: reconcile.Result{RequeueAfter: time.Second}, kind: 's'},
		{err: errFailing, kind: 's'},
		{err: reconcile.TerminalError(errFailing), kind: 's'},
		{result: reconcile.Result{Requeue: true}, kind: 'n'},
		{err: fmt.Errorf("the far side: %w", context.DeadlineExceeded), kind: 'n'},
	}
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		synctest.Test(t, func(t *testing.T) {
			limits := newLimits(t, 100)
			class, err := limits.Global().NewClass(50, 100, WithAdaptive(), burstAtStart())
			if err != nil {
				t.Fatal(err)
			}
			var next answer
			inner := reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) { return next.result, next.err })
			r, err := NewReconciler("answers", inner, limits, WithClass(class))
			if err != nil {
				t.Fatal(err)
			}
			b := &class.adaptive.breaker
			inARow, open, pause := 0, false, time.Duration(0)
			for i := range 300 {
				next = answers[0]
				if random.IntN(3) == 0 {
					next = answers[random.IntN(len(answers))]
				}
				_, _ = r.Reconcile(t.Context(), reconcile.Request{})
				switch next.kind {
				case 'a':
					if inARow++; inARow >= breaksAfter || open {
						open, pause = true, min(max(2*pause, firstPause), longestPause)
					}
				case 's':
					inARow, open, pause = 0, false, 0
				}
				if b.pause != pause {
					t.Fatalf("seed %d: after answer %d the pause is %v, want %v", seed, i, b.pause, pause)
				}
			}
		})
	}
}

// A far side that answers most objects with an error of their own is there: the others are reconciled.
func TestFarSideThatRefusesIsNotAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := newLimits(t, 100)
		class, err := limits.Global().NewClass(50, 100, WithAdaptive(), burstAtStart())
		if err != nil {
			t.Fatal(err)
		}
		log := simulation.NewLog()
		began := time.Now()
		o := limited(t, "refuses", log.Reconciler(func(_ context.Context, r reconcile.Request) (reconcile.Result, error) {
			switch {
			case time.Since(began) < time.Minute:
				return reconcile.Result{}, Throttled(errFailing, 0)
			case len(r.Name) > len("object-9"):
				return reconcile.Result{}, errFailing
			}
			return reconcile.Result{RequeueAfter: time.Minute}, nil
		}), limits, WithClass(class))
		run(t, 10*time.Minute, simulation.Controller{Name: "refuses", Options: o, Sources: []source.Source{
			simulation.Appear(simulation.Objects("object", 1000), 0),
		}})
		if n := log.Between(3*time.Minute, 10*time.Minute); n < 7*60*16 {
			t.Errorf("%d reconciles in 7 minutes, want some 17 a second, by the back-off", n)
		}
	})
}

// What was held up alone goes on at the limit's rate, whatever accrued.
func TestNoBurstAfterAPauseAlone(t *testing.T) {
	for name, after := range map[string]time.Duration{"asked for 30 s": 30 * time.Second, "away": 0} {
		t.Run(name, func(t *testing.T) {
			onAllQueues(t, func(t *testing.T, kind queueKind) {
				limits, err := New(10, WithAdaptive())
				if err != nil {
					t.Fatal(err)
				}
				const from, to = 5 * time.Minute, 7 * time.Minute
				log := simulation.NewLog()
				began, told := time.Now(), false
				o := limited(t, "alone", log.Reconciler(func(context.Context, reconcile.Request) (reconcile.Result, error) {
					at := time.Since(began)
					if at >= from && at < to && (after == 0 || !told) {
						told = true
						return reconcile.Result{}, Throttled(errFailing, after)
					}
					return reconcile.Result{RequeueAfter: time.Millisecond}, nil
				}), limits, WithWorkers(1))
				kind.use(&o)
				run(t, 10*time.Minute, simulation.Controller{Name: "alone", Options: o, Sources: []source.Source{
					simulation.Appear(simulation.Objects("object", 300), 0),
				}})
				for at := from; at < 10*time.Minute-10*time.Second; at += time.Second {
					if n := log.Between(at, at+10*time.Second); n > 102 {
						t.Fatalf("%d reconciles in the 10 s from %v on, want at most 102", n, at)
					}
				}
				if n := log.Between(9*time.Minute, 10*time.Minute); n < 500 {
					t.Errorf("%d reconciles in the last minute, want about 600 as before", n)
				}
			})
		})
	}
}

// A cut stays what it was when somebody sets a limit.
func TestSetLimitKeepsTheCut(t *testing.T) {
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 7))
		synctest.Test(t, func(t *testing.T) {
			limits, err := New(40, WithAdaptive())
			if err != nil {
				t.Fatal(err)
			}
			class, err := limits.Global().NewClass(40, 40, WithName(fmt.Sprint("cut-", seed)), WithAdaptive())
			if err != nil {
				t.Fatal(err)
			}
			for range 40 {
				was, set := class.rateNow(), float64(class.rate)/rateUnit
				switch random.IntN(4) {
				case 0:
					if err := class.Throttle(0); err != nil {
						t.Fatal(err)
					}
				case 1:
					time.Sleep(time.Duration(random.IntN(3000)) * time.Millisecond)
				default:
					if err := class.SetLimit(1+random.Float64()*60, 1+random.IntN(100)); err != nil {
						t.Fatal(err)
					}
				}
				// At most one step of ten seconds ends meanwhile.
				if now := class.rateNow(); was < set && now > was+set/regainParts*1.0001 {
					t.Fatalf("seed %d: a rate cut from %v to %v became %v at once", seed, set, was, now)
				}
			}
		})
	}
}

// Throttled is heard wherever it stands in a tree of errors, and the longest time counts.
func TestThrottledIsHeardInAnyTree(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		want, heard := time.Duration(0), false
		var tree func(depth int) error
		tree = func(depth int) error {
			some := func() (errs []error) {
				for range 1 + random.IntN(3) {
					errs = append(errs, tree(depth-1))
				}
				return errs
			}
			switch n := random.IntN(6); {
			case depth == 0 && n < 2:
				after := time.Duration(random.IntN(100)) * time.Second
				want, heard = max(want, after), true
				return Throttled(errFailing, after)
			case depth == 0:
				return errFailing
			case n == 0:
				return utilerrors.NewAggregate(some())
			case n == 1:
				return errors.Join(some()...)
			case n == 2:
				return reconcile.TerminalError(tree(depth - 1))
			default:
				return fmt.Errorf("a call: %w", tree(depth-1))
			}
		}
		err := tree(random.IntN(5))
		if after, ok := throttledIn(err); after != want || ok != heard {
			t.Fatalf("%v: heard %v, %v, want %v, %v", err, after, ok, want, heard)
		}
	}
}
