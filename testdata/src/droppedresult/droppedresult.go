// Package droppedresult has reconcilers that drop the Results of their helpers.
package droppedresult

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type steps struct{ client.Client }

// update asks for another try after a conflict.
func (s *steps) update(ctx context.Context, obj client.Object) (ctrl.Result, error) {
	if err := s.Update(ctx, obj); err != nil {
		if apierrors.IsConflict(err) {
			return ctrl.Result{Requeue: true}, nil
		}
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// wait asks for the request while the pod has no address.
func (s *steps) wait(pod *corev1.Pod) (ctrl.Result, error) {
	if pod.Status.PodIP == "" {
		return ctrl.Result{RequeueAfter: 10 * time.Second}, nil
	}
	return ctrl.Result{}, nil
}

// fail asks for the request only beside an error.
func (s *steps) fail(ctx context.Context, obj client.Object) (ctrl.Result, error) {
	if err := s.Update(ctx, obj); err != nil {
		return ctrl.Result{RequeueAfter: time.Second}, err
	}
	return ctrl.Result{}, nil
}

type onlyBesideError struct{ steps }

func (r *onlyBesideError) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if result, err := r.update(ctx, pod); err != nil { // want RL4009:`steps.update can return Requeue and nil, but its Result is looked at only where there is an error: the request does not come back; return the Result if it is not empty`
		return result, err
	}
	return ctrl.Result{}, nil
}

// node returns none where it asks for another try.
func (s *steps) node(ctx context.Context) (*corev1.Node, ctrl.Result, error) {
	node := &corev1.Node{}
	if err := s.Get(ctx, client.ObjectKey{Name: "a"}, node); err != nil {
		if apierrors.IsNotFound(err) {
			return nil, ctrl.Result{Requeue: true}, nil
		}
		return nil, ctrl.Result{}, err
	}
	return node, ctrl.Result{}, nil
}

type besideNothing struct{ steps }

func (r *besideNothing) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	node, res, err := r.node(ctx)
	if node == nil || err != nil {
		return res, err
	}
	return ctrl.Result{}, r.Update(ctx, node)
}

type ignored struct{ steps }

func (r *ignored) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	_, err := r.wait(pod) // want RL4009:`steps.wait can return RequeueAfter \(10s\) and nil, but its Result is not looked at: .*`
	return ctrl.Result{}, err
}

// throwsAway returns an error alone, and so what waits for it does not hear that it is to try again.
func (s *steps) throwsAway(pod *corev1.Pod) error {
	_, err := s.wait(pod) // want RL4009:`steps.wait can return RequeueAfter \(10s\) and nil, but its Result is thrown away here, and no caller hears of it`
	if err == nil {
		pod.Labels = nil
	}
	return err
}

// inVariable keeps the Result in a named one, which the last return sets anew.
type inVariable struct{ steps }

func (r *inVariable) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, err error) {
	defer func() {
		if err != nil {
			result = ctrl.Result{}
		}
	}()
	pod := &corev1.Pod{}
	if err = r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if result, err = r.wait(pod); err != nil { // want RL4009:`steps.wait can return RequeueAfter \(10s\) and nil`
		return result, err
	}
	return ctrl.Result{}, nil
}

// Near misses.

type returned struct{ steps }

func (r *returned) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if result, err := r.update(ctx, pod); err != nil || !result.IsZero() {
		return result, err
	}
	if result, err := r.wait(pod); err != nil {
		return result, err
	} else if result.RequeueAfter > 0 {
		return result, nil
	}
	return r.wait(pod)
}

// onlyErrors drops a Result that is empty wherever there is no error.
type onlyErrors struct{ steps }

func (r *onlyErrors) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if _, err := r.fail(ctx, &corev1.Pod{}); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// polls brings the request back in its own way.
type polls struct{ steps }

func (r *polls) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if _, err := r.wait(&corev1.Pod{}); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

// sooner keeps the sooner of two.
type sooner struct{ steps }

func (r *sooner) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var least ctrl.Result
	for range 3 {
		result, err := r.wait(&corev1.Pod{})
		if err != nil {
			return ctrl.Result{}, err
		}
		if least.RequeueAfter == 0 || result.RequeueAfter < least.RequeueAfter {
			least = result
		}
	}
	return least, nil
}

// forgets sets a Result that it does not return.
type forgets struct{ steps }

func (r *forgets) Reconcile(ctx context.Context, req ctrl.Request) (res ctrl.Result, err error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if pod.Status.PodIP == "" {
		res = ctrl.Result{RequeueAfter: time.Minute} // want RL4009:"res asks for the request again here, and every return after that hands back an empty Result: it does not come back; return res"
	}
	return ctrl.Result{}, nil
}

// returns returns what it sets, by its name or in a later round.
type returns struct{ steps }

func (r *returns) Reconcile(ctx context.Context, req ctrl.Request) (res ctrl.Result, err error) {
	for _, name := range []string{"a", "b"} {
		if !res.IsZero() {
			return res, nil
		}
		if name == req.Name {
			res = ctrl.Result{RequeueAfter: time.Minute}
		}
	}
	later := ctrl.Result{}
	if req.Namespace == "" {
		later = ctrl.Result{RequeueAfter: time.Minute}
	}
	if req.Name == "" {
		return later, nil
	}
	res = ctrl.Result{RequeueAfter: time.Minute}
	return
}

// pointed returns what it sets by a pointer.
type pointed struct{ steps }

func (r *pointed) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var res ctrl.Result
	p := &res
	if req.Name == "" {
		res = ctrl.Result{RequeueAfter: time.Minute}
	}
	return *p, nil
}

// beside sets one beside an error, which brings the request back.
type beside struct{ steps }

func (r *beside) Reconcile(ctx context.Context, req ctrl.Request) (res ctrl.Result, err error) {
	if err = r.Get(ctx, req.NamespacedName, &corev1.Pod{}); err != nil {
		res = ctrl.Result{RequeueAfter: time.Minute}
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

type half struct{ steps }

// Reconcile asks for half of a Result.
func (r *half) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if result, err := r.update(ctx, pod); err != nil || result.Requeue {
		return result, err
	}
	result, err := r.wait(pod) // want RL4009:`steps.wait can return RequeueAfter .10s. and nil, but its caller asks for Requeue alone, which is false then: the request does not come back; ask for IsZero instead`
	if err != nil {
		return ctrl.Result{}, err
	}
	if result.Requeue {
		return result, nil
	}
	return ctrl.Result{}, nil
}

// A drain asks again after a time that is set elsewhere.
type drain struct {
	client.Client
	poll time.Duration
}

func newDrain(c client.Client, poll time.Duration) *drain { return &drain{c, poll} }

func (r *drain) left(ctx context.Context) (ctrl.Result, error) {
	var pods corev1.PodList
	if err := r.List(ctx, &pods); err != nil {
		return ctrl.Result{}, err
	}
	if len(pods.Items) > 0 {
		return ctrl.Result{RequeueAfter: r.poll}, nil
	}
	return ctrl.Result{}, nil
}

func (r *drain) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if _, err := r.left(ctx); err != nil { // want RL4009:"drain.left can return RequeueAfter and nil, but its Result is not looked at"
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// A saves writes what it found at the end, whatever that is.
type saves struct{ steps }

func (r *saves) Reconcile(ctx context.Context, req ctrl.Request) (res ctrl.Result, err error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	before := pod.DeepCopy()
	defer func() {
		if before.Status.Phase != pod.Status.Phase {
			res, err = ctrl.Result{}, r.Status().Update(ctx, pod) // want RL4009:"this deferred function puts another Result in the place of res, also where that asks for the request again"
		}
	}()
	if pod.Status.Phase == corev1.PodUnknown {
		return
	}
	if pod.Status.Phase == corev1.PodPending {
		pod.Status.Phase = corev1.PodRunning
		return ctrl.Result{RequeueAfter: time.Minute}, nil
	}
	return ctrl.Result{}, nil
}

// Reconcile keeps what it returns.
func (r *savesError) Reconcile(ctx context.Context, req ctrl.Request) (res ctrl.Result, err error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer func() {
		if res.IsZero() {
			res, err = ctrl.Result{}, errors.Join(err, r.Status().Update(ctx, pod))
		}
	}()
	if pod.Status.Phase == corev1.PodPending {
		return ctrl.Result{RequeueAfter: time.Minute}, nil
	}
	return ctrl.Result{}, nil
}

type savesError struct{ steps }

// shadows says when to come back in a variable that it hides.
type shadows struct{ steps }

func (r *shadows) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	wait, err := r.ttl(ctx, pod)
	return ctrl.Result{RequeueAfter: wait}, err
}

func (r *shadows) ttl(ctx context.Context, pod *corev1.Pod) (time.Duration, error) {
	var wait time.Duration
	if pod.Status.StartTime != nil {
		wait, err := time.Until(pod.Status.StartTime.Add(time.Hour)), r.Update(ctx, pod) // want RL4009:":= makes another wait in this block, and the one that is returned is never set: it does not come back; assign it with ="
		if err != nil {
			return 0, err
		}
		println(wait)
	}
	return wait, nil
}

// set sets it.
func (r *shadows) set(ctx context.Context, pod *corev1.Pod) (time.Duration, error) {
	var wait time.Duration
	if pod.Status.StartTime != nil {
		wait = time.Hour
	} else {
		wait := time.Minute
		println(wait)
	}
	return wait, r.Update(ctx, pod)
}

func (r *shadows) result(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	res := ctrl.Result{}
	if pod.Status.StartTime != nil {
		res, err := r.wait(pod), r.Update(ctx, pod) // want RL4009:":= makes another res in this block"
		if err != nil {
			return res, err
		}
	}
	return res, nil
}

func (r *shadows) wait(*corev1.Pod) ctrl.Result { return ctrl.Result{RequeueAfter: time.Minute} }

// returned hands back what it hides.
func (r *shadows) returned(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	var res ctrl.Result
	if err := r.Update(ctx, pod); err != nil {
		return res, err
	}
	if res, err := r.wait(pod), r.Update(ctx, pod); err != nil || !res.IsZero() {
		return res, err
	}
	return res, nil
}

// beforeLast hands back what its last step returns.
type beforeLast struct{ steps }

func (r *beforeLast) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if res, err := r.wait(pod); err != nil { // want RL4009:"looked at only where there is an error"
		return res, err
	}
	if pod.Spec.NodeName == "" {
		return r.last(ctx, pod)
	}
	if res, err := r.wait(pod); err != nil {
		return res, err
	}
	return r.again(ctx, pod)
}

func (r *beforeLast) last(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	return ctrl.Result{}, r.Update(ctx, pod)
}

func (r *beforeLast) again(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Hour}, nil
}
