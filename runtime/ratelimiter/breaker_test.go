//go:build go1.25

package ratelimiter

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// farSide is one that reconciles call, and that is away for a while.
type farSide struct{ from, to time.Duration }

// calling returns what calls the far side, each time for a tenth of a second.
func (f farSide) calling(began time.Time) reconcile.Func {
	return func(context.Context, reconcile.Request) (reconcile.Result, error) {
		time.Sleep(100 * time.Millisecond)
		if at := time.Since(began); at >= f.from && at < f.to {
			return reconcile.Result{}, Throttled(errFailing, 0)
		}
		return reconcile.Result{RequeueAfter: time.Second}, nil
	}
}

// A far side that is away gets one reconcile after 1 s, 2 s, 4 s … 60 s, and all within a
// minute of its return. Only the class that calls it waits.
func TestFarSideThatIsAwayIsTriedOneAtATime(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		limits := newLimits(t, 100)
		class, err := limits.Global().NewClass(50, 100, WithName("cloud"), WithAdaptive(), burstAtStart())
		if err != nil {
			t.Fatal(err)
		}
		other, err := limits.Global().NewClass(20, 100, WithName("others"), WithAdaptive(), burstAtStart())
		if err != nil {
			t.Fatal(err)
		}
		const away, back, end = 60 * time.Second, 660 * time.Second, 900 * time.Second
		began := time.Now()
		logs := map[string]*simulation.Log{}
		var all []simulation.Controller
		for name, calls := range map[string]struct {
			class *Limiter
			side  farSide
		}{"a": {class, farSide{away, back}}, "b": {class, farSide{away, back}}, "c": {other, farSide{}}, "d": {limits.Global(), farSide{}}} {
			logs[name] = simulation.NewLog()
			o := limited(t, name, logs[name].Reconciler(calls.side.calling(began)), limits, WithClass(calls.class))
			kind.use(&o)
			all = append(all, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
				simulation.Appear(simulation.Objects(name, 40), 0),
			}})
		}
		run(t, end, all...)
		tried := logs["a"].Between(away, back) + logs["b"].Between(away, back)
		// After 1, 2, 4, 8, 16 and 32 s, and one a minute; before that five in a row and those
		// that ran beside them, of which some began a little before.
		if least, most := 6+8, 5+20+6+9; tried < least || tried > most {
			t.Errorf("%d reconciles called the far side while it was away, want %d to %d", tried, least, most)
		}
		t.Logf("%d reconciles in 10 minutes", tried)
		if n := logs["a"].Between(back, back+61*time.Second) + logs["b"].Between(back, back+61*time.Second); n == 0 {
			t.Error("a minute after its return nothing calls the far side")
		}
		within(t, "the class, when all is well", logs["a"].Between(end-60*time.Second, end)+logs["b"].Between(end-60*time.Second, end), 60*50,
			0.02)
		within(t, "the class beside", logs["c"].Between(away, back), 600*20, 0.01)
		within(t, "a controller in no class", logs["d"].Between(away, back), 600*40/1.1, 0.02)
	})
}

// A controller in no class has a breaker of its own.
func TestBreakerOfAControllerAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits, err := New(100, WithAdaptive(), burstAtStart())
		if err != nil {
			t.Fatal(err)
		}
		const away, back, end = 10 * time.Second, 310 * time.Second, 500 * time.Second
		began := time.Now()
		logs := map[string]*simulation.Log{}
		var all []simulation.Controller
		for name, side := range map[string]farSide{"away": {away, back}, "beside": {}} {
			logs[name] = simulation.NewLog()
			o := limited(t, name, logs[name].Reconciler(side.calling(began)), limits)
			o.MaxConcurrentReconciles = 10
			all = append(all, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
				simulation.Appear(simulation.Objects(name, 5), 0),
			}})
		}
		run(t, end, all...)
		if tried := logs["away"].Between(away, back); tried < 6+3 || tried > 5+10+6+4 {
			t.Errorf("%d reconciles called the far side while it was away", tried)
		}
		within(t, "the controller beside", logs["beside"].Between(away, back), 300*5/1.1, 0.15)
		within(t, "the controller, when all is well", logs["away"].Between(end-60*time.Second, end), 60*5/1.1, 0.05)
	})
}

// Answers that are spread among successes, or of reconciles that began long before, stop
// nothing.
func TestBreakerNeedsReportsInARow(t *testing.T) {
	var b breaker
	for range 3 {
		for range breaksAfter - 1 {
			if b.report(0) {
				t.Fatal("four reports are not five")
			}
		}
		b.reports = 0 // as a success does
	}
	for i := range 20 {
		if b.report(0) != (i == breaksAfter-1) {
			t.Fatalf("report %d of reconciles that began before the first pause", i)
		}
	}
	if b.pause != firstPause || b.report(0) || !b.report(1) || b.pause != 2*firstPause {
		t.Errorf("the pause is %v", b.pause)
	}
	for g := range uint64(20) {
		b.report(g)
	}
	if b.pause != longestPause {
		t.Errorf("the pause is %v at most", b.pause)
	}
}

// What a breaker held back comes without a burst, and the far side's own time counts.
func TestBreakerEndsWithoutABurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := mustLimiter(t, 100, 100)
		class, err := root.NewClass(10, 50, WithAdaptive(), burstAtStart())
		if err != nil {
			t.Fatal(err)
		}
		s := mustShare(t, class, "s", 1)
		for range breaksAfter {
			s.throttle(0, s.generation())
		}
		if got := class.heldFor(class.tree.now()); got != firstPause {
			t.Errorf("held for %v, want %v", got, firstPause)
		}
		began := time.Now()
		if err := s.Wait(t.Context()); err != nil || time.Since(began) != firstPause {
			t.Errorf("the first try came after %v: %v", time.Since(began), err)
		}
		time.Sleep(500 * time.Millisecond)
		s.throttle(30*time.Second, s.generation()) // 2 s of its own, and 30 of the far side
		if err := s.Wait(t.Context()); err != nil || time.Since(began) < 31500*time.Millisecond {
			t.Errorf("the second try came after %v: %v", time.Since(began), err)
		}
		s.answered(s.generation())
		if held, tokens := class.heldFor(class.tree.now()), class.tokensNow(); held != 0 || tokens != 0 {
			t.Errorf("held for %v more, with %d tokens, after a success", held, tokens)
		}
		began = time.Now()
		if err := s.Wait(t.Context()); err != nil || time.Since(began) > 2*time.Second {
			t.Errorf("the next came after %v: %v", time.Since(began), err)
		}
	})
}

// A far side that answers nobody for a while is tried one at a time too: the next try waits
// for what becomes of the last one, and not longer than a minute.
func TestFarSideThatHangsIsTriedOneAtATime(t *testing.T) {
	for name, c := range map[string]struct {
		hangs       time.Duration // until an answer of 503
		atOnce      int           // tries that run at the same time
		least, most int           // tries in ten minutes
	}{
		"half a minute": {30 * time.Second, 1, 6, 7},
		"for minutes":   {150 * time.Second, 3, 9, 11},
	} {
		t.Run(name, func(t *testing.T) {
			onAllQueues(t, func(t *testing.T, kind queueKind) {
				limits := newLimits(t, 100)
				class, err := limits.Global().NewClass(50, 100, WithAdaptive(), burstAtStart())
				if err != nil {
					t.Fatal(err)
				}
				const away, settled, back = 10 * time.Second, 3 * time.Minute, 13 * time.Minute
				began := time.Now()
				var running, most, tries atomic.Int64
				calls := reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
					at := time.Since(began)
					if at < away || at >= back {
						return reconcile.Result{RequeueAfter: time.Second}, nil
					}
					if at >= settled {
						tries.Add(1)
						most.Store(max(most.Load(), running.Add(1)))
						defer running.Add(-1)
					}
					time.Sleep(c.hangs)
					return reconcile.Result{}, Throttled(errFailing, 0)
				})
				o := limited(t, "hangs", calls, limits, WithClass(class))
				kind.use(&o)
				run(t, back+3*time.Minute, simulation.Controller{Name: "hangs", Options: o, Sources: []source.Source{
					simulation.Appear(simulation.Objects("object", 100), 0),
				}})
				if int(most.Load()) > c.atOnce {
					t.Errorf("%d tried the far side at the same time, want %d", most.Load(), c.atOnce)
				}
				if n := int(tries.Load()); n < c.least || n > c.most {
					t.Errorf("%d tried the far side in ten minutes, want %d to %d", n, c.least, c.most)
				}
			})
		})
	}
}

// A try that tells nothing about the far side, as one that only asks for another, holds up
// the next one for the pause alone, in whatever way its controller is limited.
func TestTryThatTellsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := newLimits(t, 100)
		class, err := limits.Global().NewClass(50, 100, WithAdaptive(), burstAtStart())
		if err != nil {
			t.Fatal(err)
		}
		s := mustShare(t, class, "reports", 1)
		var tries atomic.Int64
		tells := map[string]reconcile.Func{
			"fails in time": func(context.Context, reconcile.Request) (reconcile.Result, error) {
				return reconcile.Result{}, context.DeadlineExceeded
			},
			"requeues": func(context.Context, reconcile.Request) (reconcile.Result, error) {
				return reconcile.Result{Requeue: true}, nil
			},
			"panics": func(context.Context, reconcile.Request) (reconcile.Result, error) { panic("a reconciler panics") },
		}
		var all []simulation.Controller
		for name, does := range tells {
			counted := reconcile.Func(func(ctx context.Context, r reconcile.Request) (reconcile.Result, error) {
				tries.Add(1)
				return does(ctx, r)
			})
			o := limited(t, name, counted, limits, WithClass(class), WithBackOff(time.Millisecond, time.Millisecond))
			half := limited(t, name+" half wired", counted, limits, WithClass(class), WithBackOff(time.Millisecond, time.Millisecond))
			half.Reconciler = counted
			all = append(all, simulation.Controller{Name: name, Options: o,
				Sources: []source.Source{simulation.Appear(simulation.Objects("a", 10), time.Second)}},
				simulation.Controller{Name: name + " half wired", Options: half,
					Sources: []source.Source{simulation.Appear(simulation.Objects("a", 10), time.Second)}})
		}
		for range breaksAfter {
			s.throttle(0, s.generation())
		}
		run(t, time.Minute+time.Second, all...)
		if n := tries.Load(); n < 59 || n > 61 {
			t.Errorf("%d tries in a minute, want one a second", n)
		}
	})
}
