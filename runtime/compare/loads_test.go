package compare

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"gonum.org/v1/plot/plotter"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

func alwaysFail(context.Context, reconcile.Request) (reconcile.Result, error) {
	time.Sleep(reconcileTime)
	return reconcile.Result{}, errFailing
}

// oneFailingObject is the back-off of a single object.
func oneFailingObject(t *testing.T) Chart {
	chart := Chart{
		Title: "One object that always fails",
		X:     "seconds since its first reconcile",
		Y:     "reconciles so far",
		LogX:  true,
	}
	for _, system := range []system{newDefault, thisLibrary} {
		inBubble(t, system.name, func(t *testing.T) {
			controller, log := system.start(t), simulation.NewLog()
			run(t, 20*time.Minute, simulation.Controller{
				Name:    "failing",
				Options: controller("failing", log.Reconciler(alwaysFail)),
				Sources: []source.Source{simulation.Appear(simulation.Objects("object", 1), 0)},
			})
			series := Series{Name: system.name}
			for i, e := range log.Entries() {
				// Zero has no place on a logarithmic axis.
				at := max(e.At, reconcileTime)
				series.Points = append(series.Points, plotter.XY{X: at.Seconds(), Y: float64(i + 1)})
			}
			chart.Series = append(chart.Series, series)
		})
	}
	return chart
}

// failingAtOnce is an outage: 10,000 objects start to fail together.
func failingAtOnce(t *testing.T) Chart {
	const objects, length = 10_000, 5 * time.Minute
	chart := Chart{
		Title: "10,000 objects fail from now on: ten workers, 10 ms for each reconcile",
		X:     "seconds",
		Y:     "reconciles so far",
		LogX:  true,
		LogY:  true,
	}
	for _, system := range []system{noLimiter, newDefault, oldDefault, crossplaneRuntime, thisLibrary} {
		inBubble(t, system.name, func(t *testing.T) {
			controller, log := system.start(t), simulation.NewLog()
			run(t, length, simulation.Controller{
				Name:    "failing",
				Options: controller("failing", log.Reconciler(alwaysFail)),
				Sources: []source.Source{simulation.Appear(simulation.Objects("object", objects), 0)},
			})
			chart.Series = append(chart.Series, Series{system.name, soFar(log, length)})
		})
	}
	return chart
}

// soFar counts the reconciles up to each of some moments.
func soFar(log *simulation.Log, length time.Duration) plotter.XYs {
	const moments, first = 40, 0.1
	var points plotter.XYs
	n, entries := 0, log.Entries()
	for i := range moments {
		x := first * math.Pow(length.Seconds()/first, float64(i)/(moments-1))
		for n < len(entries) && entries[n].At.Seconds() <= x {
			n++
		}
		points = append(points, plotter.XY{X: x, Y: float64(n)})
	}
	return points
}

// quietBesideStorm is how long the requests of a quiet controller wait while
// another has 100 objects that change 50 times a second.
func quietBesideStorm(t *testing.T) Chart {
	const events, every, length = 20, 5 * time.Second, 24 * time.Hour
	chart := Chart{
		Title: "A quiet controller beside a watch storm: 10 reconciles a second for both",
		X:     "seconds since the storm began",
		Y:     "seconds until an event is reconciled",
		LogY:  true,
	}
	for _, system := range []system{crossplaneRuntime, thisLibrary} {
		inBubble(t, system.name, func(t *testing.T) {
			controller := system.start(t)
			storm, quiet := simulation.NewLog(), simulation.NewLog()
			var sources []source.Source
			for i := range events {
				sources = append(sources, simulation.Appear([]reconcile.Request{quietObject(i)}, time.Duration(i+1)*every))
			}
			// The storm lasts no longer than the events, so that all of them are
			// reconciled in the end.
			stop, err := simulation.Start(t.Context(),
				simulation.Controller{Name: "storm", Options: controller("storm", storm.Reconciler(nil)), Sources: []source.Source{
					simulation.Storm(simulation.Objects("hot", 100), time.Second/50),
				}})
			if err != nil {
				t.Fatal(err)
			}
			stopQuiet, err := simulation.Start(t.Context(),
				simulation.Controller{Name: "quiet", Options: controller("quiet", quiet.Reconciler(nil)), Sources: sources})
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep((events + 1) * every)
			if err := stop(); err != nil {
				t.Error(err)
			}
			time.Sleep(length)
			if err := stopQuiet(); err != nil {
				t.Error(err)
			}
			series := Series{Name: system.name}
			for i := range events {
				at, ok := quiet.First(quietObject(i))
				if !ok {
					t.Fatalf("event %d was not reconciled within %v", i, length)
				}
				began := time.Duration(i+1) * every
				// A hundredth of a second stands for at once.
				wait := max(at-began, 10*time.Millisecond)
				series.Points = append(series.Points, plotter.XY{X: began.Seconds(), Y: wait.Seconds()})
			}
			chart.Series = append(chart.Series, series)
		})
	}
	return chart
}

func quietObject(i int) reconcile.Request { return simulation.Request(fmt.Sprint("quiet-", i)) }
