package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	crossplane "github.com/crossplane/crossplane-runtime/pkg/ratelimiter"
	crossplanev2 "github.com/crossplane/crossplane-runtime/v2/pkg/ratelimiter"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/rllint/rllint/runtime/ratelimiter"
)

// storm updates all objects many times, and waits until the last version of each is
// reconciled.
func (n *namespace) storm(p *program, objects []client.Object, rounds int) {
	n.t.Helper()
	n.parallel(len(objects), func(i int) error {
		for round := range rounds {
			objects[i].SetAnnotations(map[string]string{"round": fmt.Sprint(round)})
			if err := n.client.Update(context.Background(), objects[i]); err != nil {
				return err
			}
		}
		return nil
	})
	eventually(n.t, 3*time.Minute, "the last version of each object is reconciled", func() bool {
		latest := p.record.latest("configmap")
		return !slices.ContainsFunc(objects, func(o client.Object) bool { return latest[o.GetName()] != o.GetResourceVersion() })
	})
}

// A controller with the limited queue and another reconciler keeps the limit, and the log
// says which controller it is.
func TestHalfWiringIsLoudAndLimited(t *testing.T) {
	const rate, burst, count = 20, 200, 60
	n := newNamespace(t)
	objects := n.objects(count, configMap)
	p := n.run(programOptions{rate: rate, wire: func(
		b *builder.Builder, name string, r reconcile.Reconciler, limits *ratelimiter.Limits, _ ctrl.Manager) error {
		limited, err := ratelimiter.NewReconciler(name, r, limits)
		if err != nil {
			return err
		}
		return b.WithOptions(limited.ControllerOptions()).Complete(r)
	}})
	n.storm(p, objects, 20)
	p.stop()
	mustHold(t, p.record.all(), rate, burst)
	if !logged.with("limited by half", `"configmap"`) {
		t.Errorf("nothing was logged of half wiring among\n%s", strings.Join(logged.all, "\n"))
	}
}

// The drop-in under both generations of crossplane-runtime's middleware, with a timeout of
// each reconcile that is shorter than the wait for a turn.
func TestDropInUnderBothMiddlewares(t *testing.T) {
	const rate, burst, count = 10, 100, 200
	for name, wrap := range map[string]func(string, reconcile.Reconciler, *ratelimiter.Limits, ctrl.Manager) (reconcile.Reconciler,
		controller.Options){
		"v1": func(name string, r reconcile.Reconciler, limits *ratelimiter.Limits, mgr ctrl.Manager) (reconcile.Reconciler, controller.Options) {
			return crossplane.NewReconciler(name, r, limits.GlobalRateLimiter(mgr)), controller.Options{RateLimiter: crossplane.NewController(),
				MaxConcurrentReconciles: 20}
		},
		"v2": func(name string, r reconcile.Reconciler, limits *ratelimiter.Limits, mgr ctrl.Manager) (reconcile.Reconciler, controller.Options) {
			return crossplanev2.NewReconciler(name, r, limits.GlobalRateLimiter(mgr)), controller.Options{RateLimiter: crossplanev2.NewController(),
				MaxConcurrentReconciles: 20}
		},
	} {
		t.Run(name, func(t *testing.T) {
			n := newNamespace(t)
			n.objects(count, configMap)
			n.objects(count, secret)
			p := n.run(programOptions{rate: rate, timeout: 2 * time.Second,
				wire: func(b *builder.Builder, name string, r reconcile.Reconciler, limits *ratelimiter.Limits, mgr ctrl.Manager) error {
					limited, o := wrap(name, r, limits, mgr)
					return b.WithOptions(o).Complete(limited)
				}})
			eventually(t, 3*time.Minute, "all objects are reconciled", func() bool {
				return p.record.of("configmap") == count && p.record.of("secret") == count
			})
			starts := p.record.all()
			p.stop()
			mustHold(t, starts, rate, burst)
			if n := len(slices.DeleteFunc(starts, func(s start) bool { return !s.ended })); n > 0 {
				t.Errorf("%d reconciles began with an ended context", n)
			}
		})
	}
}

// A timeout that is shorter than the wait does not touch reconciles of the limited queue.
func TestTimeoutBeginsWithTheTurn(t *testing.T) {
	if !timeoutIn(&config.Controller{}).IsValid() {
		t.Skip("this controller-runtime has no timeout of reconciles")
	}
	const rate, burst, count = 20, 200, 400
	n := newNamespace(t)
	n.objects(count, configMap)
	p := n.run(programOptions{rate: rate, timeout: time.Second})
	eventually(t, 2*time.Minute, "all objects are reconciled", func() bool { return p.record.of("configmap") == count })
	p.stop()
	mustHold(t, p.record.all(), rate, burst)
	if n := len(p.record.all()); n > count+50 {
		t.Errorf("%d reconciles for %d objects", n, count)
	}
}

// Objects are deleted while they wait in a storm: each is reconciled once more, without an
// object, and the limit holds.
func TestDeletesInAStorm(t *testing.T) {
	const rate, burst, count = 20, 200, 100
	n := newNamespace(t)
	objects := n.objects(count, configMap)
	p := n.run(programOptions{rate: rate})
	eventually(t, time.Minute, "all objects are reconciled once", func() bool { return p.record.of("configmap") == count })
	n.parallel(count, func(i int) error {
		for round := range 10 {
			objects[i].SetAnnotations(map[string]string{"round": fmt.Sprint(round)})
			if err := n.client.Update(context.Background(), objects[i]); err != nil {
				return err
			}
		}
		return n.client.Delete(context.Background(), objects[i])
	})
	eventually(t, 3*time.Minute, "each object is seen to be gone", func() bool {
		latest := p.record.latest("configmap")
		return !slices.ContainsFunc(objects, func(o client.Object) bool { return latest[o.GetName()] != "" })
	})
	p.stop()
	mustHold(t, p.record.all(), rate, burst)
}

// Objects that are there at the start come after one that changes, as by controller-runtime's
// own queue: their events have a lower priority.
func TestChangesComeBeforeTheInitialList(t *testing.T) {
	const rate, count = 10, 400
	n := newNamespace(t)
	objects := n.objects(count, configMap)
	p := n.run(programOptions{rate: rate})
	eventually(t, time.Minute, "the program has begun", func() bool { return len(p.record.all()) >= 20 })
	// The last one of the list, of which half a minute is left.
	late := objects[count-1]
	for _, o := range objects {
		if _, seen := p.record.latest("configmap")[o.GetName()]; !seen {
			late = o
		}
	}
	late.SetAnnotations(map[string]string{"urgent": "yes"})
	if err := n.client.Update(context.Background(), late); err != nil {
		t.Fatal(err)
	}
	changed := time.Now()
	eventually(t, 10*time.Second, "the changed object is reconciled before the others", func() bool {
		return p.record.latest("configmap")[late.GetName()] == late.GetResourceVersion()
	})
	t.Logf("the changed object was reconciled after %v, with %d objects left", time.Since(changed).Round(time.Millisecond),
		count-p.record.of("configmap"))
	p.stop()
}
