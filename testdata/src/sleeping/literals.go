package sleeping

import (
	"context"
	"time"

	"k8s.io/client-go/tools/cache"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// literal makes a reconciler of one.
func literal(delay time.Duration) reconcile.Func {
	return func(context.Context, ctrl.Request) (ctrl.Result, error) {
		time.Sleep(20 * time.Second) // want RL4003:"Reconcile blocks here up to 20s .time.Sleep.; reached by the reconciler in sleeping.literal$"
		return ctrl.Result{RequeueAfter: delay}, nil
	}
}

// popsEach is a worker of the queue that informers are made of.
func popsEach(queue *cache.FIFO) {
	for {
		_, err := queue.Pop(cache.PopProcessFunc(func(any, bool) error {
			time.Sleep(20 * time.Second) // want RL4003:"the queue's worker blocks here up to 20s"
			return nil
		}))
		if err != nil {
			return
		}
	}
}
