//go:build go1.25

package ratelimiter

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// programs is how many random programs of whole controllers the limit is held
// under in each way, besides the adversarial ones.
const programs = 300

// ways are those in which a program's controllers come under the limits.
var ways = map[string]func(*program) wayToLimit{
	"limited queue": func(*program) wayToLimit { return inQueue(queueKinds[0]) },
	"wrapper alone": func(p *program) wayToLimit { return inQueue(oneOf(p.random, queueKinds[1:]...)) },
	"drop-in":       (*program).dropIn,
}

// wayToLimit returns the options of a controller under the program's limits.
type wayToLimit func(t *testing.T, p *program, name string, inner reconcile.Reconciler, options ...ReconcilerOption) controller.Options

func inQueue(kind queueKind) wayToLimit {
	return func(t *testing.T, p *program, name string, inner reconcile.Reconciler, options ...ReconcilerOption) controller.Options {
		o := limited(t, name, inner, p.limits, options...)
		kind.use(&o)
		return o
	}
}

// A limitChange is what a program did to its limits, and after how many
// reconciles.
type limitChange struct {
	reconciles  int
	at          int64
	rate, burst int
}

// A program is a manager's worth of controllers that do all that reconcilers
// may do.
type program struct {
	random  *rand.Rand
	limits  *Limits
	log     *simulation.Log
	changes []limitChange
	manager recordingManager // for what has to end with the program
	stopped int              // reconciles before it stopped

	// stopping keeps requests from coming back at each instant while it stops, when the
	// queue of controller-runtime v0.23 may leave a goroutine behind.
	stopping atomic.Bool
}

// oneOf returns one of the choices.
func oneOf[T any](random *rand.Rand, choices ...T) T {
	return choices[random.IntN(len(choices))]
}

// newProgram makes a program. Its log and its limiter have the same clock.
func newProgram(t *testing.T, seed uint64) *program {
	random := rand.New(rand.NewPCG(seed, 1))
	return &program{
		random: random,
		limits: newLimits(t, oneOf(random, 1, 3, 10, 30)),
		log:    simulation.NewLog(),
	}
}

func (p *program) controllers(t *testing.T, way wayToLimit) []simulation.Controller {
	count := 1 + p.random.IntN(4)
	if p.random.IntN(10) == 0 {
		count = 1 + p.random.IntN(50)
	}
	var all []simulation.Controller
	for i := range count {
		name := fmt.Sprint("program-", i)
		var options []ReconcilerOption
		if p.random.IntN(3) == 0 {
			options = append(options, WithWeight(1+p.random.IntN(10)), WithJitter(p.random.Float64()))
		}
		if p.random.IntN(5) == 0 {
			limits := []LimiterOption{burstAtStart()}
			if p.random.IntN(2) == 0 {
				limits = append(limits, WithAdaptive())
			}
			class, err := p.limits.Global().NewClass(0.5+5*p.random.Float64(), 1+p.random.IntN(20), limits...)
			if err != nil {
				t.Fatal(err)
			}
			options = append(options, WithClass(class))
		}
		o := way(t, p, name, p.log.Reconciler(p.behaviour(p.random.Uint64())), options...)
		if p.random.IntN(4) == 0 {
			o.Reconciler = withTimeout(time.Duration(1+p.random.IntN(5000))*time.Millisecond, o.Reconciler)
		}
		o.MaxConcurrentReconciles = oneOf(p.random, 1, 1, 2, o.MaxConcurrentReconciles, 1+p.random.IntN(100))
		all = append(all, simulation.Controller{Name: name, Options: o, Sources: p.sources()})
	}
	return all
}

func (p *program) sources() []source.Source {
	objects := simulation.Objects("object", oneOf(p.random, 1, 2, 10, 50, 200))
	sources := []source.Source{simulation.Appear(objects, time.Duration(p.random.IntN(5000))*time.Millisecond)}
	if p.random.IntN(2) == 0 {
		hot := objects[:1+p.random.IntN(min(20, len(objects)))]
		sources = append(sources, simulation.Storm(hot, oneOf(p.random, 11*time.Millisecond, 100*time.Millisecond, time.Second)))
	}
	return append(sources, prioritySources(p.random, objects)...)
}

// behaviour returns a reconciler that succeeds, fails, asks to come back, panics
// and takes its time, each kind of controller in its own mixture.
func (p *program) behaviour(seed uint64) reconcile.Func {
	results := rand.New(rand.NewPCG(seed, 2))
	weights := make([]int, 9)
	sum := 0
	for i := range weights {
		weights[i] = results.IntN(5) * results.IntN(2)
		sum += weights[i]
	}
	if sum == 0 {
		weights[0], sum = 1, 1
	}
	return func(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
		random := rand.New(rand.NewPCG(seed, uint64(time.Now().UnixNano())))
		if random.IntN(4) == 0 {
			select {
			case <-time.After(time.Duration(random.IntN(2000)) * time.Millisecond):
			case <-ctx.Done():
			}
		}
		pick := random.IntN(sum)
		kind := 0
		for pick >= weights[kind] {
			pick -= weights[kind]
			kind++
		}
		switch kind {
		case 0:
			return reconcile.Result{}, nil
		case 1:
			return reconcile.Result{}, errFailing
		case 2:
			if p.stopping.Load() {
				return reconcile.Result{}, nil
			}
			return reconcile.Result{RequeueAfter: 1}, nil
		case 3:
			return reconcile.Result{RequeueAfter: time.Duration(random.IntN(100)) * time.Millisecond}, nil
		case 4:
			return reconcile.Result{RequeueAfter: time.Duration(random.IntN(120)) * time.Second}, nil
		case 5:
			return reconcile.Result{Requeue: true}, nil
		case 6:
			return reconcile.Result{}, reconcile.TerminalError(errFailing)
		case 7:
			return reconcile.Result{}, Throttled(errFailing, time.Duration(random.IntN(2)*random.IntN(2000))*time.Millisecond)
		default:
			panic("a reconciler panics")
		}
	}
}

// run runs the program, changing its rate a few times, and stops it.
func (p *program) run(t *testing.T, way wayToLimit) {
	stop, err := simulation.Start(t.Context(), p.controllers(t, way)...)
	if err != nil {
		t.Fatal(err)
	}
	stopping, stopManager := context.WithCancel(t.Context())
	for _, r := range p.manager.runnables {
		go func() { _ = r.Start(stopping) }()
	}
	for range p.random.IntN(3) {
		time.Sleep(time.Duration(p.random.Int64N(int64(20 * time.Second))))
		// What else happens at this instant happens before.
		synctest.Wait()
		p.noneIdle(t)
		rate := oneOf(p.random, 1, 2, 5, 10, 50)
		p.changes = append(p.changes, limitChange{len(p.log.Entries()), p.limits.global.tree.now(), rate, burstFactor * rate})
		if err := p.limits.SetMaxReconcileRate(rate); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
	}
	time.Sleep(time.Duration(p.random.Int64N(int64(20 * time.Second))))
	synctest.Wait()
	p.noneIdle(t)
	p.stopped = len(p.log.Entries())
	p.stopping.Store(true)
	stopManager()
	if err := stop(); err != nil {
		t.Error(err)
	}
}

// noneIdle fails if there are tokens for something that waits.
func (p *program) noneIdle(t *testing.T) {
	tree := p.limits.global.tree
	tree.mu.Lock()
	defer tree.mu.Unlock()
	if share, _ := tree.root.pick(tree.now()); share != nil {
		t.Errorf("%s waits although there are tokens", share.name)
	}
}

// check replays what was let through against the definition of a token bucket.
func (p *program) check() error {
	rate := p.limits.maxReconcileRate
	reference := newReferenceBucket(float64(rate), burstFactor*rate, 0)
	changes := p.changes
	entries := p.log.Entries()
	if len(p.manager.runnables) > 0 {
		// The drop-in cannot keep its middleware from passing what it turned away
		// because the program stops, with a context that has ended.
		entries = entries[:p.stopped]
	}
	for i, e := range entries {
		for len(changes) > 0 && changes[0].reconciles <= i {
			reference.advance(changes[0].at)
			reference.set(float64(changes[0].rate), changes[0].burst)
			changes = changes[1:]
		}
		reference.advance(int64(e.At))
		if !reference.take() {
			return fmt.Errorf("reconcile %d at %v is over the limit", i, e.At)
		}
	}
	return nil
}

func TestRandomPrograms(t *testing.T) {
	handlers := utilruntime.PanicHandlers
	utilruntime.PanicHandlers = nil // they print a stack for each panic
	t.Cleanup(func() { utilruntime.PanicHandlers = handlers })
	programs := programs
	if testing.Short() {
		programs /= 10
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			reconciles := 0
			for seed := range uint64(programs) {
				synctest.Test(t, func(t *testing.T) {
					p := newProgram(t, seed)
					p.run(t, way(p))
					if err := p.check(); err != nil {
						t.Fatalf("program %d: %v", seed, err)
					}
					reconciles += len(p.log.Entries())
				})
				if t.Failed() {
					return
				}
			}
			if reconciles < 100*programs {
				t.Errorf("%d programs made only %d reconciles: they prove little", programs, reconciles)
			}
			t.Logf("%d programs made %d reconciles", programs, reconciles)
		})
	}
}
