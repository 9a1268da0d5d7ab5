package compare

import (
	"context"
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// The drop-in on a provider of the size that is generated for a large cloud: each
// of 2,058 controllers has its share.
func TestDropInServesThousandsOfControllers(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of controllers take a while in real time")
	}
	const controllers, workers, rate, length = 2058, 2, 200, time.Minute
	const burst = time.Second // is long over then; it went to those who happened to ask first
	synctest.Test(t, func(t *testing.T) {
		before, spent := heap(), cpuTime()
		options := dropInAt(rate).start(t)
		var (
			all  []simulation.Controller
			logs []*simulation.Log
		)
		for i := range controllers {
			log := simulation.NewLog()
			logs = append(logs, log)
			// As they are generated: the group, version and kind in words.
			name := fmt.Sprintf("managed/group%d.aws.example.io/v1beta1, kind=kind%d", i%100, i)
			o := options(name, log.Reconciler(func(context.Context, reconcile.Request) (reconcile.Result, error) {
				return reconcile.Result{RequeueAfter: time.Millisecond}, nil
			}))
			o.MaxConcurrentReconciles = workers
			objects := simulation.Objects("object", 3)
			for j := range objects {
				if i%2 == 0 {
					objects[j].Namespace = fmt.Sprintf("team-%d", j)
				}
			}
			all = append(all, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
				simulation.Appear(objects, 0),
			}})
		}
		stop, err := simulation.Start(t.Context(), all...)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		t.Logf("the first second, with the start of all, took %v of processor time", (cpuTime() - spent).Round(10*time.Millisecond))
		time.Sleep(length - time.Second)
		each := (heap() - before) / controllers
		if err := stop(); err != nil {
			t.Error(err)
		}
		fewest, most, total := 1<<30, 0, 0
		for _, log := range logs {
			n := log.Between(burst, length)
			fewest, most, total = min(fewest, n), max(most, n), total+log.Between(0, length)
		}
		limit := 10*rate + rate*int(length.Seconds())
		if total > limit || total < limit-2 {
			t.Errorf("%d let through, want %d", total, limit)
		}
		// 11,800 turns among 2,058: five or six, and one more or less at either end.
		if most-fewest > 2 {
			t.Errorf("controllers had from %d to %d reconciles each, want equal shares", fewest, most)
		}
		t.Logf("%d let through, %d to %d for each controller; %d bytes a controller with its queue and workers", total, fewest, most, each)
	})
}

// cpuTime is the processor time of this process.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func heap() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc + m.StackInuse)
}
