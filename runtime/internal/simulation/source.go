package simulation

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

// Request returns the request for an object of that name.
func Request(name string) reconcile.Request {
	return reconcile.Request{NamespacedName: types.NamespacedName{Name: name}}
}

// Objects returns n requests, for prefix-0 and so on.
func Objects(prefix string, n int) []reconcile.Request {
	all := make([]reconcile.Request, n)
	for i := range all {
		all[i] = Request(fmt.Sprintf("%s-%d", prefix, i))
	}
	return all
}

// Storm returns a source with an event for every object each period, the first
// after one period, as from watches on objects that change all the time.
func Storm(objects []reconcile.Request, period time.Duration) source.Source {
	return events(func(ctx context.Context, send func(reconcile.Request)) {
		ticker := time.NewTicker(period)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				for _, o := range objects {
					send(o)
				}
			}
		}
	})
}

// Appear returns a source with one event for every object, when they appear.
func Appear(objects []reconcile.Request, when time.Duration) source.Source {
	return events(func(ctx context.Context, send func(reconcile.Request)) {
		timer := time.NewTimer(when)
		defer timer.Stop()
		select {
		case <-ctx.Done():
		case <-timer.C:
			for _, o := range objects {
				send(o)
			}
		}
	})
}

// events returns controller-runtime's channel source, fed by the function.
func events(feed func(context.Context, func(reconcile.Request))) source.Source {
	return source.Func(func(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
		channel := make(chan event.TypedGenericEvent[reconcile.Request])
		enqueue := handler.TypedFuncs[reconcile.Request, reconcile.Request]{
			GenericFunc: func(_ context.Context, e event.TypedGenericEvent[reconcile.Request],
				q workqueue.TypedRateLimitingInterface[reconcile.Request]) {
				q.Add(e.Object)
			},
		}
		if err := source.Channel(channel, enqueue).Start(ctx, queue); err != nil {
			return err
		}
		go feed(ctx, func(r reconcile.Request) {
			select {
			case channel <- event.TypedGenericEvent[reconcile.Request]{Object: r}:
			case <-ctx.Done():
			}
		})
		return nil
	})
}
