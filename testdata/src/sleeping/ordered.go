package sleeping

import (
	"context"
	"sync"

	ctrl "sigs.k8s.io/controller-runtime"
)

// ordered takes its two locks in either order, and reads by either alone.
type ordered struct {
	pods, nodes sync.Mutex
	seen, known sync.RWMutex
}

func (r *ordered) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.pods.Lock()
	defer r.pods.Unlock()
	r.count()
	return ctrl.Result{}, nil
}

func (r *ordered) count() {
	r.nodes.Lock()
	r.nodes.Unlock()
}

func (r *ordered) drain() {
	r.nodes.Lock()
	defer r.nodes.Unlock()
	r.pods.Lock() // want RL4003:"takes pods here while it holds nodes, and sleeping.ordered.Reconcile does so the other way round .ordered.go:19."
	r.pods.Unlock()
}

func (r *ordered) one() {
	r.nodes.Lock()
	r.nodes.Unlock()
	r.pods.Lock()
	r.pods.Unlock()
}

// Those who only read do not keep each other waiting.
func (r *ordered) look() {
	r.seen.RLock()
	defer r.seen.RUnlock()
	r.known.RLock()
	defer r.known.RUnlock()
}

func (r *ordered) lookBack() {
	r.known.RLock()
	defer r.known.RUnlock()
	r.seen.RLock()
	defer r.seen.RUnlock()
}

// gathers waits for all before it looks at what they say.
func gathers(ctx context.Context, names []string, check func(context.Context, string) error) []error {
	var group sync.WaitGroup
	failed := make(chan error)
	for _, name := range names {
		group.Add(1)
		go func() {
			defer group.Done()
			failed <- check(ctx, name) // want RL4003:"whoever sends here waits for ever: nobody receives from failed, which has no buffer, before Wait returns"
		}()
	}
	group.Wait()
	close(failed)
	var list []error
	for err := range failed {
		list = append(list, err)
	}
	return list
}

// copies tells its group only where it comes to the end.
func copies(ctx context.Context, names []string, check func(context.Context, string) error) {
	var group sync.WaitGroup
	for _, name := range names {
		group.Add(2)
		go func() {
			if name == "" {
				return
			}
			_ = check(ctx, name)
			group.Done() // want RL4003:"copies ends a goroutine without this, so that whoever waits for it waits for ever: defer it .group.Done, not on the way that returns in line"
		}()
		go func() {
			if name == "" {
				leave(&group)
				return
			}
			_ = check(ctx, name)
			group.Done()
		}()
	}
	group.Wait()
}

func leave(group *sync.WaitGroup) { group.Done() }

// gathersBeside has another goroutine wait.
func gathersBeside(ctx context.Context, names []string, check func(context.Context, string) error) []error {
	var group sync.WaitGroup
	failed := make(chan error)
	for _, name := range names {
		group.Add(1)
		go func() {
			defer group.Done()
			failed <- check(ctx, name)
		}()
	}
	go func() {
		group.Wait()
		close(failed)
	}()
	var list []error
	for err := range failed {
		list = append(list, err)
	}
	return list
}

// gathersFirst receives from each before it waits.
func gathersFirst(ctx context.Context, check func(context.Context) error) error {
	var group sync.WaitGroup
	failed := make(chan error)
	group.Add(1)
	go func() {
		defer group.Done()
		failed <- check(ctx)
	}()
	err := <-failed
	group.Wait()
	return err
}
