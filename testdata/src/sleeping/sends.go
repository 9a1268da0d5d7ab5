package sleeping

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/event"
)

// sends waits until the other controller has room for an event.
type sends struct {
	other chan event.GenericEvent
	done  chan struct{}
	gone  chan string
	late  chan string
	asked chan string
	ready chan struct{}
}

func newSends() *sends {
	return &sends{done: make(chan struct{}, 1), gone: make(chan string), asked: make(chan string), ready: make(chan struct{}), late: make(chan string, 100)}
}

func (r *sends) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	r.other <- event.GenericEvent{Object: &corev1.Pod{}} // want RL4003:"a send on r.other that waits"
	r.done <- struct{}{}                                 // a semaphore is meant to
	r.gone <- "pod"                                      // want RL4003:"a send on r.gone that waits"
	r.late <- "pod"
	<-r.asked // want RL4003:"a receive from r.asked that waits for whoever sends"
	<-r.done
	<-r.ready // whoever is ready closes it
	select {
	case r.other <- event.GenericEvent{}:
	case <-ctx.Done():
	}
	go func() { r.other <- event.GenericEvent{} }()
	buffered := make(chan error, 1)
	heard := make(chan error)
	handed := make(chan error)
	lost := make(chan error)
	go func() {
		buffered <- nil
		heard <- nil
		handed <- nil
		lost <- nil // want RL4003:"nobody receives from lost, which has no buffer"
	}()
	go func(errs <-chan error) { <-errs }(handed)
	<-heard
	ever := make(chan error)
	if r.late == nil {
		ever <- nil // whoever writes that means it
	}
	return ctrl.Result{}, nil
}

func (r *sends) setUp() { close(r.ready) }
