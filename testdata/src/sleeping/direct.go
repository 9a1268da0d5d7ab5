// Package sleeping has reconcilers that keep their workers waiting, and others that
// only seem to.
package sleeping

import (
	"context"
	"math"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
	"k8s.io/utils/clock"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// work is what the reconcilers wait for.
type work interface {
	Ready(context.Context) bool
	Try() error
}

type sleeps struct{ work }

func (r *sleeps) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	time.Sleep(10 * time.Second)       // want RL4003:"Reconcile blocks here up to 10s .time.Sleep.; reached by sleeping.sleeps.Reconcile$"
	time.Sleep(9 * time.Second)        // which nobody would do something about
	time.Sleep(100 * time.Millisecond) // a deliberate pause
	time.Sleep(0)
	return ctrl.Result{}, nil
}

type polls struct{ work }

func (r *polls) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for !r.Ready(ctx) {
		time.Sleep(10 * time.Millisecond) // want RL4003:"blocks here 10ms at a time, with no upper bound"
	}
	for range 3 {
		if r.Try() == nil {
			break
		}
		time.Sleep(time.Second)
	}
	for i := 0; i <= 4; i++ {
		time.Sleep(4 * time.Second) // want RL4003:"blocks here up to 20s"
	}
	return ctrl.Result{}, nil
}

type limited struct {
	work
	most int
}

func (r *limited) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for i := 0; i < r.most; i++ {
		time.Sleep(time.Second) // want RL4003:"blocks here 1s at a time, until a count or a deadline ends it"
	}
	for start := time.Now(); time.Since(start) < 5*time.Second; {
		time.Sleep(10 * time.Millisecond)
	}
	return ctrl.Result{}, nil
}

type several struct{ list []work }

func (r *several) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for _, w := range r.list {
		if w.Try() != nil {
			time.Sleep(time.Second) // want RL4003:"blocks here 1s at a time, inside a loop"
		}
		time.Sleep(10 * time.Millisecond)
		settled(w)
	}
	return ctrl.Result{}, nil
}

func settled(w work) {
	time.Sleep(2 * time.Second)
	if w.Try() != nil {
		time.Sleep(3 * time.Second) // want RL4003:"blocks here 3s at a time, inside a loop .time.Sleep.; reached by sleeping.several.Reconcile → sleeping.settled"
	}
}

const pause = 15 * time.Second

type handedPause struct{ work }

func (r *handedPause) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	r.until(ctx, 3*time.Minute)
	r.until(ctx, time.Minute)
	after := pause
	time.Sleep(after) // want RL4003:"blocks here up to 15s"
	return ctrl.Result{}, nil
}

func (r *handedPause) until(ctx context.Context, limit time.Duration) {
	_ = wait.PollUntilContextTimeout(ctx, time.Second, limit, true, func(ctx context.Context) (bool, error) { return r.Ready(ctx), nil }) // want RL4003:"blocks here up to 3m .wait.PollUntilContextTimeout."
}

// polledWithPauses pauses in the condition of its poll, which is part of the time that this takes.
type polledWithPauses struct{ work }

func (r *polledWithPauses) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, wait.PollUntilContextTimeout(ctx, time.Second, 4*time.Minute, true, func(ctx context.Context) (bool, error) { // want RL4003:"blocks here up to 4m"
		if !r.Ready(ctx) {
			time.Sleep(30 * time.Second)
			return false, r.Try()
		}
		return true, nil
	})
}

type bounded struct{ work }

func (r *bounded) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	ready := func(ctx context.Context) (bool, error) { return r.Ready(ctx), nil }
	return ctrl.Result{}, wait.PollUntilContextCancel(ctx, time.Second, true, ready) // want RL4003:"blocks here up to 1m"
}

// synced waits for the objects of a kind that nobody may serve.
type synced struct{ informer cache.SharedIndexInformer }

func (r *synced) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if !cache.WaitForCacheSync(ctx.Done(), r.informer.HasSynced) { // want RL4003:"blocks here with no upper bound .cache.WaitForCacheSync."
		return ctrl.Result{}, ctx.Err()
	}
	return ctrl.Result{}, nil
}

// syncedInTime waits for these for a while.
type syncedInTime struct{ informer cache.SharedIndexInformer }

func (r *syncedInTime) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if !cache.WaitForCacheSync(ctx.Done(), r.informer.HasSynced) {
		return ctrl.Result{}, ctx.Err()
	}
	return ctrl.Result{}, nil
}

type boundedBySetting struct {
	work
	limit time.Duration
}

func (r *boundedBySetting) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, r.limit) // want RL4005:"boundedBySetting.limit is always 0"
	defer cancel()
	return ctrl.Result{}, r.until(ctx)
}

func (r *boundedBySetting) until(ctx context.Context) error {
	ready := func(ctx context.Context) (bool, error) { return r.Ready(ctx), nil }
	return wait.PollUntilContextCancel(ctx, time.Second, true, ready) // want RL4003:"blocks here for a length rllint does not know"
}

// conflicting waits for others to be through with a write.
type conflicting struct{ work }

func (r *conflicting) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	err := wait.PollUntilContextCancel(ctx, time.Second, true, func(context.Context) (bool, error) {
		err := r.Try()
		if apierrors.IsConflict(err) {
			return false, nil
		}
		return err == nil, err
	})
	for apierrors.IsConflict(err) {
		time.Sleep(time.Second)
		err = r.Try()
	}
	return ctrl.Result{}, err
}

// fakeWork stands for work in tests.
type fakeWork struct{ work }

func (f *fakeWork) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	time.Sleep(time.Minute)
	return ctrl.Result{}, nil
}

type configured struct {
	work
	pause time.Duration
}

func (r *configured) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	time.Sleep(r.pause) // want RL4003:"blocks here for r.pause, a length rllint does not know .time.Sleep." RL4005:"configured.pause is always 0"
	return ctrl.Result{}, nil
}

type clocked struct{ clock clock.Clock }

func (r *clocked) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	r.clock.Sleep(10 * time.Second)   // want RL4003:"blocks here up to 10s .clock.*Sleep."
	<-r.clock.After(20 * time.Second) // want RL4003:"blocks here up to 20s .clock.*After."
	return ctrl.Result{}, nil
}

type receives struct{ answers chan error }

func (r *receives) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	<-time.After(time.Minute) // want RL4003:"blocks here up to 1m .time.After."
	select {
	case <-ctx.Done():
		return ctrl.Result{}, ctx.Err()
	case <-time.After(time.Minute): // want RL4003:"time.After"
	}
	timer := time.NewTimer(30 * time.Second)
	<-timer.C // want RL4003:"blocks here up to 30s .a timer."
	select {
	case err := <-r.answers:
		return ctrl.Result{}, err
	case <-time.After(time.Minute): // the bound of a wait for something else
	}
	select {
	case <-timer.C:
	default: // looks, and does not wait
	}
	return ctrl.Result{}, nil
}

type waits struct{ work }

func (r *waits) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	ready := func(ctx context.Context) (bool, error) { return r.Ready(ctx), nil }
	if err := wait.PollUntilContextTimeout(ctx, time.Second, 5*time.Minute, true, ready); err != nil { // want RL4003:"blocks here up to 5m .wait.PollUntilContextTimeout."
		return ctrl.Result{}, err
	}
	if err := wait.PollUntilContextCancel(ctx, time.Second, true, ready); err != nil { // want RL4003:"blocks here with no upper bound .wait.PollUntilContextCancel."
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, wait.PollUntilContextTimeout(ctx, time.Millisecond, 50*time.Millisecond, true, ready)
}

var (
	patient  = wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}
	stubborn = wait.Backoff{Duration: 5 * time.Second, Steps: math.MaxInt32}
)

type retries struct{ work }

func (r *retries) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if err := retry.RetryOnConflict(retry.DefaultRetry, r.Try); err != nil {
		return ctrl.Result{}, err
	}
	if err := retry.RetryOnConflict(wait.Backoff{Duration: 10 * time.Millisecond, Factor: 1, Steps: 10}, r.Try); err != nil {
		return ctrl.Result{}, err
	}
	if err := retry.RetryOnConflict(patient, r.Try); err != nil { // want RL4003:"blocks here up to 15s .retry.RetryOnConflict."
		return ctrl.Result{}, err
	}
	always := func(error) bool { return true }
	if err := retry.OnError(stubborn, always, r.Try); err != nil { // want RL4003:"blocks here 5s at a time, with no upper bound .retry.OnError."
		return ctrl.Result{}, err
	}
	if err := wait.ExponentialBackoff(patient, func() (bool, error) { // want RL4003:"blocks here up to 15s .wait.ExponentialBackoff."
		err := r.Try()
		if apierrors.IsConflict(err) {
			return false, nil
		}
		return err == nil, err
	}); err != nil {
		return ctrl.Result{}, err
	}
	for range []string{"config", "leader"} {
		if err := retry.RetryOnConflict(patient, r.Try); err != nil { // want RL4003:"blocks here up to 15s at a time, inside a loop .retry.RetryOnConflict."
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, retry.OnError(patient, always, r.Try) // want RL4003:"blocks here up to 15s .retry.OnError."
}

type literals struct{ work }

func (r *literals) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	func() {
		time.Sleep(10 * time.Second) // want RL4003:"literals.Reconcile$"
	}()
	pause := func() {
		time.Sleep(20 * time.Second) // want RL4003:""
	}
	pause()
	defer func() {
		time.Sleep(30 * time.Second) // want RL4003:""
	}()
	_, err := controllerutil.CreateOrUpdate(ctx, nil, nil, func() error {
		time.Sleep(40 * time.Second) // want RL4003:""
		return nil
	})
	return ctrl.Result{}, err
}

type background struct{ work }

func (r *background) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	go func() {
		time.Sleep(time.Minute)
		r.later()
	}()
	go r.later()
	time.AfterFunc(time.Minute, func() { time.Sleep(time.Minute) })
	cleanUp := func() { time.Sleep(time.Minute) }
	go cleanUp()
	return ctrl.Result{}, nil
}

func (r *background) later() { time.Sleep(time.Minute) }

// function is a reconciler made of a function.
func function() reconcile.Reconciler {
	return reconcile.Func(func(context.Context, ctrl.Request) (ctrl.Result, error) {
		time.Sleep(time.Minute) // want RL4003:"reached by the reconciler in sleeping.function$"
		return ctrl.Result{}, nil
	})
}

// setUp waits before there are workers.
func setUp(ready func() bool) {
	for !ready() {
		time.Sleep(time.Second)
	}
}

type backsOff struct {
	work
	tries int
}

func (r *backsOff) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	backoff := 100 * time.Millisecond
	for i := 0; i < r.tries && r.Try() != nil; i++ {
		backoff = r.next(ctx, backoff)
	}
	for {
		time.Sleep(backoff) // want RL4003:"with no upper bound"
		if r.Ready(ctx) {
			return ctrl.Result{}, nil
		}
	}
}

func (r *backsOff) next(ctx context.Context, backoff time.Duration) time.Duration {
	select {
	case <-ctx.Done():
	case <-time.After(backoff): // the back-off of a few tries
	}
	return 2 * backoff
}

type pollsBriefly struct{ list []work }

func (r *pollsBriefly) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for _, w := range r.list {
		ready := func(ctx context.Context) (bool, error) { return w.Ready(ctx), nil }
		_ = wait.PollUntilContextTimeout(ctx, time.Second, 10*time.Second, true, ready) // which mostly is over soon
		r.until(ctx, ready)
		_ = wait.PollUntilContextTimeout(ctx, time.Second, 11*time.Second, true, ready) // want RL4003:"blocks here up to 11s at a time, inside a loop"
	}
	return ctrl.Result{}, nil
}

func (r *pollsBriefly) until(ctx context.Context, ready wait.ConditionWithContextFunc) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	_ = wait.PollUntilContextCancel(ctx, time.Second, true, ready) // the context ends it
}

type triesAgain struct {
	work
	delay func(int) time.Duration
}

func (r *triesAgain) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	r.retry(3)
	return ctrl.Result{}, nil
}

func (r *triesAgain) retry(most int) {
	for i := 0; i < most && r.Try() != nil; i++ {
		time.Sleep(r.delay(i))
	}
}

// single has one object: no other waits for its worker.
type single struct{ work }

func (r *single) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if req.Name != "cluster" {
		return ctrl.Result{}, nil
	}
	time.Sleep(time.Minute)
	return ctrl.Result{}, nil
}

const onlyName = "config"

type singleInNamespace struct{ work }

func (r *singleInNamespace) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if name := req.NamespacedName.Name; name == "" || req.Name != onlyName {
		return ctrl.Result{}, nil
	}
	time.Sleep(time.Minute)
	return ctrl.Result{}, nil
}

// notSingle does something else for the object of one name.
type notSingle struct{ work }

func (r *notSingle) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if req.Name == "cluster" {
		return ctrl.Result{}, nil
	}
	if req.Namespace != "kube-system" {
		return ctrl.Result{}, nil
	}
	time.Sleep(time.Minute) // want RL4003:"blocks here up to 1m"
	return ctrl.Result{}, nil
}

type waitsHereOrThere struct{ work }

func (r *waitsHereOrThere) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for !r.Ready(ctx) {
		if r.Try() != nil {
			time.Sleep(2 * time.Second) // want RL4003:"blocks here 2s at a time, with no upper bound"
			continue
		}
		time.Sleep(2 * time.Second) // the same loop
	}
	return ctrl.Result{}, nil
}

// What is made once for all requests keeps one of them waiting, once.
type initialised struct{ work }

var (
	theClient   *work
	theOtherOne *work
	settingUp   sync.Once
)

func (r *initialised) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	if theClient == nil {
		time.Sleep(time.Minute)
		theClient = &r.work
	}
	settingUp.Do(func() { time.Sleep(time.Minute) })
	if theOtherOne == nil {
		time.Sleep(30 * time.Second) // want RL4003:"blocks here up to 30s"
	}
	return ctrl.Result{}, nil
}
