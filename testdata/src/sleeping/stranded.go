package sleeping

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// stranded leaves a goroutine behind that nobody takes anything from where its time is over.
type stranded struct{ client.Client }

func (r *stranded) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	errs := make(chan error)
	go func() { // want RL4003:"Reconcile starts one more goroutine here, which waits for ever to send if the select in line 20 is left before; give the channel room for what is sent .errs"
		errs <- r.Create(ctx, &corev1.Pod{})
	}()
	select {
	case err := <-errs:
		return ctrl.Result{}, err
	case <-time.After(time.Second):
	}
	done := make(chan bool)
	go r.tell(ctx, done) // want RL4003:"waits for ever to send if the select in line 27 is left before"
	select {
	case <-done:
	case <-ctx.Done():
	}
	return ctrl.Result{}, r.waits(ctx)
}

func (r *stranded) tell(ctx context.Context, done chan<- bool) {
	done <- r.Create(ctx, &corev1.Pod{}) == nil
}

// waits leaves nothing behind: there is room, the goroutine waits for an end too, or what is sent is taken in the end.
func (r *stranded) waits(ctx context.Context) error {
	room, either, late, again := make(chan error, 1), make(chan error), make(chan error), make(chan error)
	go func() { room <- r.Create(ctx, &corev1.Pod{}) }()
	go func() {
		select {
		case either <- r.Create(ctx, &corev1.Pod{}):
		case <-ctx.Done():
		}
	}()
	go func() { late <- r.Create(ctx, &corev1.Pod{}) }()
	go func() { again <- r.Create(ctx, &corev1.Pod{}) }()
	select {
	case err := <-room:
		return err
	case <-time.After(time.Second):
	}
	select {
	case <-either:
	case <-time.After(time.Second):
	}
	select {
	case <-late:
	case <-time.After(time.Second):
		<-late // want RL4003:"<-late after its time-out"
	}
	for range 3 {
		select {
		case err := <-again:
			return err
		case <-time.After(time.Second):
		}
	}
	return nil
}

// watches starts a goroutine in each round that waits for the end of all, and one that waits for the end of its round.
func (r *stranded) watches(ctx context.Context, open func(context.Context) func()) {
	for {
		stop := open(ctx)
		go func(ctx context.Context) { // want RL4003:"starts one more goroutine here in each round of the loop, and all wait for the end of one context"
			<-ctx.Done()
			stop()
		}(ctx)
		round, cancel := context.WithCancel(ctx)
		go func() {
			<-round.Done()
			stop()
		}()
		time.Sleep(time.Second)
		cancel()
		if ctx.Err() != nil {
			return
		}
	}
}
