package behaviour_test

import (
	"testing"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/model"
)

const everything = `package p

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type R struct {
	client.Client
	pod corev1.Pod
}

func (r *R) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Create(ctx, &r.pod); err != nil { // makes final what may pass
		return ctrl.Result{}, reconcile.TerminalError(err)
	}
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error { // in vain
		return r.Update(ctx, &r.pod)
	})
	return ctrl.Result{RequeueAfter: time.Minute}, err // ignored beside an error
}

type S struct{ *R }

func (r *S) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if result, err := r.wait(ctx); err != nil { // drops the Result that comes with nil
		return result, err
	}
	if err := r.Update(ctx, &r.pod); err != nil { // loses an error
		log.FromContext(ctx).Error(err, "update")
	}
	return ctrl.Result{}, nil
}

func (r *R) wait(ctx context.Context) (ctrl.Result, error) { return ctrl.Result{RequeueAfter: time.Second}, nil }

func work(queue workqueue.RateLimitingInterface) { // never done
	for {
		item, shutdown := queue.Get()
		if shutdown {
			return
		}
		queue.Forget(item)
	}
}
`

// TestOneWalkServesAllClients holds that a package in which each client has something to say gets an answer from each of them.
func TestOneWalkServesAllClients(t *testing.T) {
	result := sourcetest.Result[*model.Result](t, sourcetest.Pass(t, everything), model.Analyzer).Behaviour
	for client, found := range map[string]int{
		"pairs": len(result.Pairs.Pairs), "dropped": len(result.Dropped), "lost": len(result.Lost.Errors), "conflicts": len(result.Conflicts),
		"backoff": len(result.Backoff), "queuing": len(result.Queues.Findings),
	} {
		if found == 0 {
			t.Errorf("%s found nothing", client)
		}
	}
}

// TestOtherPackagesAreNotWalked holds that a package that has nothing to do with controllers costs nothing.
func TestOtherPackagesAreNotWalked(t *testing.T) {
	pass := sourcetest.Pass(t, "package p\n\nfunc f() (int, error) { return 1, nil }\n")
	result := sourcetest.Result[*model.Result](t, pass, model.Analyzer).Behaviour
	if len(result.Pairs.Pairs) > 0 {
		t.Errorf("found %+v", result)
	}
}
