//go:build go1.25

package ratelimiter

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// An object that changes all the time is reconciled as often as its limit says and
// no more, a healthy one beside it at once, and the last event is never lost.
func TestObjectLimit(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		log := simulation.NewLog()
		held := func() float64 {
			return gathered(t, "reconcile_limiter_held_back_total", "fought-over").GetCounter().GetValue()
		}
		o := limited(t, "fought-over", log.Reconciler(nil), newLimits(t, maxReconcileRate), WithObjectLimit(0.5, 5))
		before := held()
		kind.use(&o)
		hot, healthy := simulation.Objects("hot", 1), simulation.Request("healthy")
		// The storm ends after a minute; its last event is 10 ms before the end.
		storm := source.Func(func(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
			ends, cancel := context.WithTimeout(ctx, time.Minute)
			context.AfterFunc(ends, cancel)
			return simulation.Storm(hot, 10*time.Millisecond).Start(ends, queue)
		})
		run(t, 2*time.Minute, simulation.Controller{Name: "fought-over", Options: o, Sources: []source.Source{
			storm, simulation.Appear([]reconcile.Request{healthy}, 30*time.Second),
		}})
		var last time.Duration
		times := 0
		for _, e := range log.Entries() {
			if e.Request == hot[0] {
				times, last = times+1, e.At
			}
		}
		if times < 34 || times > 36 {
			t.Errorf("the hot object was reconciled %d times in a minute, want 5 + 30", times)
		}
		if last < time.Minute-10*time.Millisecond {
			t.Errorf("the last event of the storm was lost: the last reconcile was at %v", last)
		}
		if at, ok := log.First(healthy); !ok || at != 30*time.Second {
			t.Errorf("the healthy object was reconciled at %v (%v), want at once", at, ok)
		}
		if n := held() - before; n < 25 {
			t.Errorf("%v were held back, want the hot object each time", n)
		}
	})
}

// However many objects were hot, only those of late are remembered.
func TestObjectLimitForgets(t *testing.T) {
	o, err := newObjectLimit[int](1, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100_000 {
		now := int64(i) * int64(time.Second) / 10
		first, second, third := o.take(i, now), o.take(i, now), o.take(i, now)
		if !first || !second || third || o.wait(i, now) != time.Second {
			t.Fatal("two reconciles at once are allowed, and a third after a second")
		}
	}
	if len(o.buckets) > 2*sweepLeast {
		t.Errorf("%d objects are remembered, want the 20 of the last two seconds and at most as many as make a sweep", len(o.buckets))
	}

	// Nor for ever, if no further ones come.
	now := int64(100_000 * time.Second)
	for i := range 100_000 {
		o.take(i, now)
	}
	for range 3 {
		now += int64(2 * time.Second)
		o.take(0, now)
	}
	if len(o.buckets) > 1 {
		t.Errorf("%d objects are remembered when one is hot", len(o.buckets))
	}
}

// A reconcile that was throttled holds up its class until the far side's time is
// over, and nobody else; there is no burst afterwards.
func TestThrottledPausesTheClass(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		limits := newLimits(t, maxReconcileRate)
		class := mustClass(t, limits.Global(), 5, 50)
		logs := map[string]*simulation.Log{}
		var all []simulation.Controller
		for name, options := range map[string][]ReconcilerOption{
			"throttled": {WithClass(class)},
			"class":     {WithClass(class)},
			"free":      nil,
		} {
			log := simulation.NewLog()
			logs[name] = log
			once := name == "throttled"
			o := limited(t, name, log.Reconciler(func(ctx context.Context, r reconcile.Request) (reconcile.Result, error) {
				if once && len(log.Entries()) > 10 {
					once = false
					return reconcile.Result{}, fmt.Errorf("calling: %w", Throttled(errFailing, 20*time.Second))
				}
				return restless(ctx, r)
			}), limits, options...)
			o.MaxConcurrentReconciles = 1
			kind.use(&o)
			all = append(all, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
				simulation.Appear(simulation.Objects(name, 10), 0),
			}})
		}
		run(t, time.Minute, all...)
		for _, name := range []string{"throttled", "class"} {
			if n := logs[name].Between(5*time.Second, 19*time.Second); n != 0 {
				t.Errorf("%s had %d reconciles while the class paused", name, n)
			}
		}
		after := logs["throttled"].Between(20*time.Second, 50*time.Second) + logs["class"].Between(20*time.Second, 50*time.Second)
		if after < 135 || after > 151 {
			t.Errorf("the class had %d reconciles in the 30 s after the pause, want 5/s and no burst", after)
		}
		if n := logs["free"].Between(5*time.Second, 15*time.Second); n < 98 {
			t.Errorf("the controller beside had %d reconciles in 10 s, want all tokens", n)
		}
	})
}

// A controller in no class is held up alone, also where the global limit adapts: that
// slows down, for as long as the far side may mean all.
func TestThrottledPausesTheController(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) { throttledAlone(t, kind, newLimits(t, maxReconcileRate), 178) })
}

func TestThrottledPausesTheControllerAloneWhereAllAdapt(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		limits, err := New(maxReconcileRate, WithAdaptive(), burstAtStart())
		if err != nil {
			t.Fatal(err)
		}
		throttledAlone(t, kind, limits, 85) // at half of the rate, and a tenth more after ten seconds
	})
}

// throttledAlone throttles one of two controllers for 20 s, in which the other has so many
// reconciles at least.
func throttledAlone(t *testing.T, kind queueKind, limits *Limits, other int) {
	{
		spendAll(t, limits)
		logs := []*simulation.Log{simulation.NewLog(), simulation.NewLog()}
		var all []simulation.Controller
		for i, log := range logs {
			name := fmt.Sprint("controller-", i)
			o := limited(t, name, log.Reconciler(func(ctx context.Context, r reconcile.Request) (reconcile.Result, error) {
				if i == 0 && len(log.Entries()) == 5 {
					return reconcile.Result{}, Throttled(errFailing, 20*time.Second)
				}
				return restless(ctx, r)
			}), limits)
			kind.use(&o)
			all = append(all, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
				simulation.Appear(simulation.Objects(name, 100), 0),
			}})
		}
		run(t, time.Minute, all...)
		if n := logs[0].Between(0, 20*time.Second); n != 5 {
			t.Errorf("the throttled controller had %d reconciles before its time was over, want 5", n)
		}
		if n := logs[1].Between(2*time.Second, 20*time.Second); n < other {
			t.Errorf("the other had %d reconciles meanwhile, want %d of 180 tokens", n, other)
		}
		if limits.global.adaptive == nil {
			within(t, "the throttled one, afterwards", logs[0].Between(25*time.Second, 55*time.Second), 150, 0.03)
		}
	}
}

// A rate is halved when the far side says so, once for answers of one second, and
// comes back by a tenth every ten seconds, never above what was set.
func TestAdaptiveRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, err := newLimiter(10, 10, WithAdaptive(), burstAtStart())
		if err != nil {
			t.Fatal(err)
		}
		throttle := func(want float64) {
			t.Helper()
			if err := l.Throttle(0); err != nil || l.rateNow() != want {
				t.Errorf("the rate is %v (%v), want %v", l.rateNow(), err, want)
			}
		}
		throttle(5)
		throttle(5)
		time.Sleep(time.Second)
		throttle(2.5)
		for i := range 7 {
			time.Sleep(adaptiveStep)
			synctest.Wait()
			if got, want := l.rateNow(), 2.5+float64(i+1); got != want {
				t.Errorf("after %d quiet steps the rate is %v, want %v", i+1, got, want)
			}
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if l.rateNow() != 10 {
			t.Errorf("in the end the rate is %v, want 10", l.rateNow())
		}
		for range 100 {
			time.Sleep(time.Second)
			_ = l.Throttle(0)
		}
		if l.rateNow() != 0.1 {
			t.Errorf("throttled without end the rate is %v, want a hundredth", l.rateNow())
		}
		if err := l.SetLimit(20, 10); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if l.rateNow() != 20 || l.burstNow() != 10 || l.tokensNow() != 10 {
			t.Errorf("rate %v, burst %d, %d tokens, want 20, 10 and 10", l.rateNow(), l.burstNow(), l.tokensNow())
		}
	})
}

func TestPauseAndResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := newLimits(t, 1)
		global := limits.Global()
		s := mustShare(t, global, "share", 1)
		if err := global.Pause(); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		time.AfterFunc(time.Hour, func() {
			if err := global.Resume(); err != nil {
				t.Error(err)
			}
		})
		if err := s.Wait(t.Context()); err != nil || time.Since(began) != time.Hour {
			t.Errorf("let through after %v (%v), want after the pause of 1h", time.Since(began), err)
		}
	})
}

func TestThrottledError(t *testing.T) {
	if Throttled(nil, time.Second) != nil {
		t.Error("no error became one")
	}
	err := Throttled(errFailing, time.Second)
	if !errors.Is(err, errFailing) || err.Error() != "throttled for 1s: failing" || Throttled(errFailing, 0).Error() != "throttled: failing" {
		t.Errorf("got %v", err)
	}
	// A far side that asks for ever is not believed.
	l := mustLimiter(t, 1, 1)
	if err := l.Throttle(1 << 62); err != nil || l.bucket.wait(l.tree.now()) > maxThrottle+2*time.Second {
		t.Errorf("%v, the next token in %v", err, l.bucket.wait(l.tree.now()))
	}
}
