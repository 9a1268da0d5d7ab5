package e2e

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/types"
)

// Five thousand objects are there when the program starts. The limit holds, all
// are reconciled, and two small controllers do not wait for the large one.
func TestFiveThousandObjectsAtStart(t *testing.T) {
	const rate, many, few = 100, 5000, 50
	n := newNamespace(t)
	n.objects(many, configMap)
	n.objects(few, secret)
	n.objects(few, serviceAccount)
	p := n.run(programOptions{rate: rate, election: true})
	eventually(t, 5*time.Minute, "all objects are reconciled", func() bool {
		return p.record.of("configmap") == many && p.record.of("secret") == few && p.record.of("serviceaccount") == few
	})
	p.stop()

	starts := p.record.all()
	mustHold(t, starts, rate, 10*rate)
	var large, small int
	for _, s := range starts {
		switch s.controller {
		case "configmap":
			large++
		default:
			if small++; small == 2*few && large > many/2 {
				t.Errorf("%d reconciles of the large controller came before the small ones were done", large)
			}
		}
	}
}

// Objects are updated faster than the limit allows. It holds, and the last version
// of each object is reconciled.
func TestWatchStorm(t *testing.T) {
	const rate, burst, count, rounds = 20, 200, 60, 30
	n := newNamespace(t)
	objects := n.objects(count, configMap)
	p := n.run(programOptions{rate: rate, election: true})
	eventually(t, time.Minute, "all objects are reconciled once", func() bool { return p.record.of("configmap") == count })
	n.parallel(count, func(i int) error {
		for round := range rounds {
			objects[i].SetAnnotations(map[string]string{"round": fmt.Sprint(round)})
			if err := n.client.Update(context.Background(), objects[i]); err != nil {
				return err
			}
		}
		return nil
	})
	eventually(t, 3*time.Minute, "the last version of each object is reconciled", func() bool {
		latest := p.record.latest("configmap")
		for _, object := range objects {
			if latest[object.GetName()] != object.GetResourceVersion() {
				return false
			}
		}
		return true
	})
	p.stop()
	mustHold(t, p.record.all(), rate, burst)
}

// All reconciles fail for a while. The limit holds, each object backs off, and all
// recover.
func TestOutageOfTheFarSide(t *testing.T) {
	const rate, burst, count = 20, 200, 300
	const outage = 20 * time.Second
	n := newNamespace(t)
	n.objects(count, configMap)
	var away atomic.Bool
	away.Store(true)
	p := n.run(programOptions{rate: rate, election: true, fails: func(start) bool { return away.Load() }})
	time.AfterFunc(outage, func() { away.Store(false) })
	eventually(t, 4*time.Minute, "all objects recover", func() bool { return p.record.of("configmap") == count })
	p.stop()

	starts := p.record.all()
	mustHold(t, starts, rate, burst)
	last := map[types.NamespacedName]time.Time{}
	failures := map[types.NamespacedName]int{}
	for _, s := range starts {
		if s.controller != "configmap" {
			continue
		}
		if before, ok := last[s.object]; ok {
			least := time.Second << (failures[s.object] - 1)
			if since := s.at.Sub(before); since < min(least, time.Minute) {
				t.Fatalf("%v came %v after its failure number %d, before its back-off of %v", s.object, since, failures[s.object], least)
			}
		}
		if s.failed {
			last[s.object] = s.at
			failures[s.object]++
		} else {
			delete(last, s.object)
		}
	}
}

// A second program waits for the first one's lease, and goes on when that stops. The first
// one ends with a burst, and the second has all objects to look at: the window holds over
// both.
func TestRollingRestart(t *testing.T) {
	const rate, burst, count = 20, 200, 200
	n := newNamespace(t)
	objects := n.objects(count, configMap)
	old := n.run(programOptions{rate: rate, election: true})
	eventually(t, time.Minute, "the first program reconciles all", func() bool { return old.record.of("configmap") == count })
	next := n.run(programOptions{rate: rate, election: true})
	before := old.record.all()
	eventually(t, time.Minute, "the first program's bucket is full again", func() bool {
		return time.Since(before[len(before)-1].at) > burst/rate*time.Second
	})
	n.parallel(count, func(i int) error {
		objects[i].SetAnnotations(map[string]string{"changed": "meanwhile"})
		return n.client.Update(context.Background(), objects[i])
	})
	reconciled := func(p *program) func() bool {
		return func() bool {
			latest := p.record.latest("configmap")
			for _, object := range objects {
				if latest[object.GetName()] != object.GetResourceVersion() {
					return false
				}
			}
			return true
		}
	}
	eventually(t, time.Minute, "the first program reconciles the changes", reconciled(old))
	if got := len(next.record.all()); got > 0 {
		t.Errorf("%d reconciles of the second program while the first had the lease", got)
	}
	old.stop()
	ended := time.Now()
	eventually(t, 2*time.Minute, "the second program reconciles all", reconciled(next))
	next.stop()
	for _, s := range old.record.all() {
		if s.at.After(ended) {
			t.Error("a reconcile of the first program began after it had stopped")
		}
	}
	// Over both leaders together, whenever a window begins.
	mustHold(t, append(old.record.all(), next.record.all()...), rate, burst)
}
