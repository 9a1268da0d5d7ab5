package sleeping

import (
	"context"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/utils/clock"
	ctrl "sigs.k8s.io/controller-runtime"
)

type explained struct{ work }

func (r *explained) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	// The other side keeps what it has read for ten seconds, and reads again only then.
	// Whoever looks earlier sees what was there before, which is worse
	// than to wait.
	time.Sleep(12 * time.Second) // want RL4003:"blocks here up to 12s"
	// TODO: wait for what this is about, and not for a time
	// that somebody has measured once,
	// on a machine of that year.
	time.Sleep(11 * time.Second) // want RL4003:"blocks here up to 11s"
	return ctrl.Result{}, nil
}

type blocksOnPurpose struct{ work }

func (r *blocksOnPurpose) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	err := wait.PollUntilContextTimeout(ctx, time.Second, 2*time.Minute, false, func(ctx context.Context) (bool, error) { // want RL4003:"blocks here up to 2m"
		// To lose the token is worse than blocking a worker.
		return r.Ready(ctx), nil
	})
	return ctrl.Result{}, err
}

const attempts = 6

type counted struct{ list []work }

func (r *counted) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	for i := 1; i <= attempts; i++ {
		time.Sleep(10 * time.Second) // want RL4003:"blocks here up to 1m "
	}
	for i := 3; i < attempts; i++ {
		time.Sleep(20 * time.Second) // want RL4003:"blocks here up to 1m "
	}
	for i := attempts; i > 0; i-- {
		time.Sleep(5 * time.Second) // want RL4003:"blocks here 5s at a time, until a count or a deadline ends it"
	}
	return ctrl.Result{}, nil
}

type countedForEach struct {
	list []work
	most int
}

func (r *countedForEach) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	for _, w := range r.list {
		for range attempts {
			if w.Try() != nil {
				time.Sleep(5 * time.Second) // want RL4003:"blocks here up to 30s at a time, inside a loop"
			}
		}
		for i := 0; i < r.most; i++ {
			time.Sleep(time.Second) // want RL4003:"blocks here 1s at a time, inside a loop"
		}
	}
	return ctrl.Result{}, nil
}

var thisNode = os.Getenv("NODE_NAME")

// onNode reconciles the objects of the node that it runs on, one in each of two ways to say so.
type onNode struct {
	work
	settings struct{ node string }
}

func (r *onNode) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if req.Name != thisNode {
		return ctrl.Result{}, nil
	}
	time.Sleep(time.Minute)
	return ctrl.Result{}, nil
}

type onOwnNode onNode

func (r *onOwnNode) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if req.Name != r.settings.node {
		return ctrl.Result{}, nil
	}
	time.Sleep(time.Minute)
	return ctrl.Result{}, nil
}

// notOne looks the name up each time.
type notOne struct{ work }

func (r *notOne) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	name := req.Namespace
	if req.Name != name {
		return ctrl.Result{}, nil
	}
	time.Sleep(time.Minute) // want RL4003:"blocks here up to 1m"
	return ctrl.Result{}, nil
}

// ending has loops that end, each in a way of its own, and one that need not.
type ending struct {
	work
	clock clock.Clock
}

func (r *ending) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	for d := time.Second; d < time.Minute; d *= 2 {
		time.Sleep(d) // want RL4003:"blocks here for d, a length rllint does not know"
	}
	for backoff := (wait.Backoff{Duration: time.Second, Steps: 5}); backoff.Steps > 0; {
		time.Sleep(backoff.Step())
	}
	for tries := 0; tries < 5; tries = tries + 1 {
		time.Sleep(2 * time.Second) // want RL4003:"blocks here 2s at a time, until a count or a deadline ends it"
	}
	for tries := 0; tries < 5; _, tries = <-time.NewTicker(10*time.Second).C, tries+1 { // want RL4003:"blocks here 10s at a time, until a count or a deadline ends it .a timer."
		_ = r.Try()
	}
	for list := []int{1, 2, 3}; len(list) > 0; {
		time.Sleep(3 * time.Second) // want RL4003:"blocks here 3s at a time, until a count or a deadline ends it"
		list = list[1:]
	}
	for start := r.clock.Now(); r.clock.Since(start) < time.Minute; {
		time.Sleep(4 * time.Second) // want RL4003:"blocks here 4s at a time, until a count or a deadline ends it"
	}
	for tries := 0; tries < 3 && r.Try() != nil; {
		time.Sleep(5 * time.Second) // want RL4003:"blocks here 5s at a time, with no upper bound"
		tries = 0
	}
	return ctrl.Result{}, nil
}

// ticked looks at each tick, and gives up after some.
type ticked struct{ work }

func (r *ticked) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	tries := 0
	for range time.NewTicker(2 * time.Second).C { // want RL4003:"blocks here 2s at a time, until a count or a deadline ends it .a timer."
		if tries++; tries > 10 || r.Try() == nil {
			break
		}
		time.Sleep(time.Second) // want RL4003:"blocks here 1s at a time, until a count or a deadline ends it"
	}
	return ctrl.Result{}, nil
}

// cached waits for its cache, which mostly takes no longer than the first of its steps.
type cached struct{ list []work }

func (r *cached) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for _, w := range r.list {
		short := wait.Backoff{Duration: time.Millisecond, Factor: 2, Steps: 10, Cap: 2 * time.Second}
		if err := wait.ExponentialBackoff(short, func() (bool, error) { return w.Try() == nil, nil }); err != nil {
			return ctrl.Result{}, err
		}
		long := wait.Backoff{Duration: time.Second, Factor: 2, Steps: 6}
		if err := wait.ExponentialBackoff(long, func() (bool, error) { return w.Try() == nil, nil }); err != nil { // want RL4003:"blocks here up to 31s at a time, inside a loop"
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// A step is of two kinds, of which each of two reconcilers has one.
type step interface{ do(context.Context) error }

type slowStep struct{}

func (slowStep) do(context.Context) error {
	time.Sleep(25 * time.Second) // want RL4003:"blocks here up to 25s .time.Sleep.; may be reached by sleeping.quickOnly.Reconcile → sleeping.slowStep.do"
	return nil
}

type quickStep struct{}

func (quickStep) do(context.Context) error { return nil }

type quickOnly struct{ only step }

func (r *quickOnly) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, r.only.do(ctx)
}

// kindly waits for one of the kinds that its loop goes through, by the kind itself.
type kindly struct {
	kinds []string
	work
}

func (r *kindly) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	for _, kind := range r.kinds {
		switch kind {
		case "first":
			time.Sleep(12 * time.Second) // want RL4003:"blocks here up to 12s "
		case "second":
			time.Sleep(3 * time.Second)
		default:
			time.Sleep(2 * time.Second) // want RL4003:"blocks here 2s at a time, inside a loop"
		}
		if kind == "third" {
			r.pause()
		}
		for range r.kinds {
			if kind == "fourth" {
				time.Sleep(4 * time.Second) // want RL4003:"blocks here 4s at a time, inside a loop"
			}
		}
	}
	return ctrl.Result{}, nil
}

func (r *kindly) pause() { time.Sleep(5 * time.Second) }
