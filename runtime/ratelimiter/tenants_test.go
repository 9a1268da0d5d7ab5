//go:build go1.25

package ratelimiter

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

func namespaceOf(r reconcile.Request) string { return r.Namespace }

// inNamespace returns n requests of a namespace.
func requestsIn(namespace string, n int) []reconcile.Request {
	requests := simulation.Objects(namespace, n)
	for i := range requests {
		requests[i].Namespace = namespace
	}
	return requests
}

// running counts the reconciles that run of each namespace.
type running struct {
	mu        sync.Mutex
	now, most map[string]int
	last      map[string]time.Duration
	began     time.Time
}

func newRunning() *running {
	return &running{now: map[string]int{}, most: map[string]int{}, last: map[string]time.Duration{}, began: time.Now()}
}

// reconcile takes a second.
func (r *running) reconcile(_ context.Context, req reconcile.Request) (reconcile.Result, error) {
	r.count(req.Namespace, 1)
	time.Sleep(time.Second)
	r.count(req.Namespace, -1)
	return reconcile.Result{}, nil
}

func (r *running) count(namespace string, by int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now[namespace] += by
	r.most[namespace] = max(r.most[namespace], r.now[namespace])
	r.last[namespace] = time.Since(r.began)
}

// Of each tenant at most so many run at the same time, over all controllers; no place of
// theirs stays empty meanwhile, and others do not wait. Workers that end at the same time
// have no order, so this is run often.
func TestMaxInFlightOfATenant(t *testing.T) {
	for range 50 {
		synctest.Test(t, placesOfTenants)
	}
}

func placesOfTenants(t *testing.T) {
	limits := newLimits(t, 100)
	seen := newRunning()
	var all []simulation.Controller
	for _, name := range []string{"a", "b"} {
		o := limited(t, name, reconcile.Func(seen.reconcile), limits, WithTenant(namespaceOf, WithMaxInFlight(3)))
		o.MaxConcurrentReconciles = 20
		all = append(all, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
			simulation.Appear(requestsIn("large", 60), 0),
			simulation.Appear(requestsIn("small", 3), 10*time.Second),
			simulation.Appear(requestsIn("", 3), 10*time.Second),
		}})
	}
	run(t, time.Minute, all...)
	for namespace, want := range map[string]struct {
		most int
		last time.Duration
	}{"large": {3, 40 * time.Second}, "small": {3, 12 * time.Second}, "": {3, 12 * time.Second}} {
		if seen.most[namespace] != want.most || seen.last[namespace] != want.last {
			t.Errorf("namespace %q: %d at the same time and the last ended at %v, want %d and %v",
				namespace, seen.most[namespace], seen.last[namespace], want.most, want.last)
		}
	}
	if n := len(limits.global.tree.running.slots.of); n != 0 {
		t.Errorf("%d tenants are remembered when nothing runs", n)
	}
}

// Each place of a tenant that becomes free is taken as soon as there is a token, also if all
// become free before that.
func TestPlacesOfATenantAreTakenAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := newLimits(t, 1)
		seen := newRunning()
		takes := func(long time.Duration) reconcile.Func {
			return func(_ context.Context, req reconcile.Request) (reconcile.Result, error) {
				seen.count(req.Namespace, 1)
				defer seen.count(req.Namespace, -1)
				time.Sleep(long)
				return reconcile.Result{}, nil
			}
		}
		var all []simulation.Controller
		for i, does := range []reconcile.Func{takes(time.Second), takes(time.Hour)} {
			name := fmt.Sprint("places-", i)
			o := limited(t, name, does, limits, WithTenant(namespaceOf, WithMaxInFlight(3)), WithWorkers(3))
			all = append(all, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
				simulation.Appear(requestsIn("tenant", 3), time.Duration(i)*100*time.Millisecond),
			}})
		}
		stop, err := simulation.Start(t.Context(), all...)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(500 * time.Millisecond)
		spendAll(t, limits)
		time.Sleep(5 * time.Second)
		synctest.Wait()
		seen.mu.Lock()
		if n := seen.now["tenant"]; n != 3 {
			t.Errorf("%d reconciles of the tenant run, want the three that may", n)
		}
		seen.mu.Unlock()
		time.Sleep(2 * time.Hour)
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// Controllers have a tenant's places in equal parts, whether tokens or places are what there
// is too little of, and whether a third controller wants tokens too.
func TestControllersShareATenantsPlaces(t *testing.T) {
	for _, rate := range []int{2, 20} {
		for _, takes := range []time.Duration{100 * time.Millisecond, 700 * time.Millisecond} {
			for _, most := range []int{1, 3} {
				for _, names := range [][]string{{"a", "b"}, {"a", "b", "c"}} {
					synctest.Test(t, func(t *testing.T) {
						limits := newLimits(t, rate)
						logs := map[string]*simulation.Log{}
						var all []simulation.Controller
						for _, name := range names {
							logs[name] = simulation.NewLog()
							options := []ReconcilerOption{WithWorkers(5)}
							if name != "c" {
								options = append(options, WithTenant(namespaceOf, WithMaxInFlight(most)))
							}
							o := limited(t, name, logs[name].Reconciler(func(context.Context, reconcile.Request) (reconcile.Result, error) {
								time.Sleep(takes)
								return reconcile.Result{}, nil
							}), limits, options...)
							all = append(all, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
								simulation.Appear(requestsIn("tenant", 3000), 0),
							}})
						}
						run(t, 2*time.Minute, all...)
						a, b := len(logs["a"].Entries()), len(logs["b"].Entries())
						if least := int(float64(max(a, b)) * 0.95); min(a, b) < least-1 {
							t.Errorf("%d/s, %d places for %v each, %d controllers: %d and %d reconciles, want equal parts", rate, most, takes, len(names), a, b)
						}
						if places := most * int(2*time.Minute/takes); len(names) == 2 && a+b < min(places, (10+120)*rate)*99/100-2 {
							t.Errorf("%d/s, %d places for %v each: %d reconciles, so places or tokens idled", rate, most, takes, a+b)
						}
					})
				}
			}
		}
	}
}

// Requests of a tenant of which as many run as may take no tokens.
func TestFullTenantTakesNoTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := newLimits(t, maxReconcileRate)
		spendAll(t, limits)
		log := simulation.NewLog()
		hang := make(chan struct{})
		o := limited(t, "tenants", log.Reconciler(func(_ context.Context, r reconcile.Request) (reconcile.Result, error) {
			if r.Namespace == "stuck" {
				<-hang
			}
			return reconcile.Result{}, nil
		}), limits, WithTenant(namespaceOf, WithMaxInFlight(2)))
		stop, err := simulation.Start(t.Context(), simulation.Controller{Name: "tenants", Options: o, Sources: []source.Source{
			simulation.Appear(requestsIn("stuck", 100), 0),
			simulation.Appear(requestsIn("free", 1000), 0),
		}})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(60*time.Second + time.Millisecond)
		synctest.Wait()
		if n := len(log.Entries()); n < 600 || n > 601 {
			t.Errorf("%d reconciles in 60 s at 10/s", n)
		}
		close(hang)
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

func TestOptionsOfATenant(t *testing.T) {
	limits := newLimits(t, 1)
	for what, o := range map[string]LimiterOption{
		"nil": nil, "none at once": WithMaxInFlight(0), "name": WithName("x"), "adaptive": WithAdaptive(), "observe": WithObserve(),
		"burst": burstAtStart(),
	} {
		_, err := NewReconciler("a", reconcile.Func(succeed), limits, WithTenant(namespaceOf, o))
		if err == nil || !strings.Contains(err.Error(), `"a"`) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A million tenants cost nothing once they have nothing to do.
func TestTenantsGiveMemoryBack(t *testing.T) {
	const tenants = 100_000
	for _, most := range []int{0, 1} {
		t.Run(fmt.Sprintf("at most %d", most), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := newQueue("tenants' memory", mustShare(t, mustLimiter(t, maxRate, maxBurst), "tenants' memory", 1),
					workqueue.TypedRateLimiter[int](nil))
				q.tenant = func(i int) string { return fmt.Sprint("tenant-", i) }
				if most > 0 {
					q.limitTenants(most)
				}
				before := heapBytes()
				for i := range tenants {
					q.Add(i)
				}
				full := heapBytes() - before
				for range tenants {
					request, _ := q.Get()
					q.Done(request)
				}
				time.Sleep(time.Second) // client-go's queue looks every half second whether it was shut down
				synctest.Wait()
				if left := heapBytes() - before; left > full/20 {
					t.Errorf("%d kB of %d are left of %d tenants with nothing to do", left>>10, full>>10, tenants)
				} else {
					t.Logf("%d kB of %d are left of %d tenants", left>>10, full>>10, tenants)
				}
				q.ShutDown()
				time.Sleep(time.Second)
			})
		})
	}
}
