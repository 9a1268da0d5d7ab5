// Package unanswered makes nothing of what it could not read.
package unanswered

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type members struct {
	client.Client
	reason string
}

func (r *members) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var set corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	r.checkBundle(ctx, &set)
	r.checkSecret(ctx, &set)
	token, _ := r.readToken(ctx, &set) // want RL4007:"the error of r.readToken is thrown away: where that fails, the code goes on as if there were nothing; look at the error"
	hint, _ := r.readToken(ctx, &set)  // best effort
	_, err := r.readToken(ctx, &set)
	if err != nil {
		return ctrl.Result{}, err
	}
	for _, name := range append(r.names(ctx, &set), r.sorted(ctx, &set)...) {
		fmt.Println(name, token, hint)
	}
	fmt.Println(r.isReady(ctx, &set), r.check(ctx, &set))
	fmt.Println(r.first(ctx, &set), r.lenient(ctx, &set), len(r.counted(ctx, &set)), r.requests(ctx, &set), r.hasRoom(ctx, &set))
	r.state(ctx, &set, nil)
	fmt.Println(r.stateOf(ctx, &set).Status, r.asked(ctx, &set).Error)
	fmt.Println(r.one(ctx, &set), r.has(ctx, &set))
	if err := r.create(ctx, &set); err != nil {
		return ctrl.Result{}, err
	}
	pods, err := r.all(ctx, &set)
	if err != nil {
		return ctrl.Result{}, err
	}
	if result, err := r.mark(ctx, &set); err != nil || !result.IsZero() {
		return result, err
	}
	if result, err := r.dropOld(ctx, &set); err != nil || !result.IsZero() {
		return result, err
	}
	return ctrl.Result{}, r.keep(ctx, pods)
}

func (r *members) readToken(ctx context.Context, set *corev1.ConfigMap) (string, error) {
	var secret corev1.Secret
	err := r.Get(ctx, client.ObjectKeyFromObject(set), &secret)
	return string(secret.Data["token"]), err
}

// names are acted on: who is not among them goes.
func (r *members) names(ctx context.Context, set *corev1.ConfigMap) []string {
	found := []string{}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(set.Namespace)); err != nil { // want RL4007:"the error of r.List is lost: names answers as if there were nothing to read; return the error"
		log.FromContext(ctx).Error(err, "could not list")
		return found
	}
	for _, pod := range pods.Items {
		found = append(found, pod.Name)
	}
	return found
}

// sorted answers what it has.
func (r *members) sorted(ctx context.Context, set *corev1.ConfigMap) []string {
	found := []string{set.Name}
	var pods corev1.PodList
	if err := r.List(ctx, &pods); err != nil {
		return found
	}
	return append(found, pods.Items[0].Name)
}

func (r *members) first(ctx context.Context, set *corev1.ConfigMap) *corev1.Pod {
	var pod corev1.Pod
	err := r.Get(ctx, client.ObjectKeyFromObject(set), &pod)
	if err != nil { // want RL4007:"the error of r.Get is lost: first answers as if there were nothing to read; return the error"
		return nil
	}
	return &pod
}

// lenient is asked for a hint: the error is left on purpose.
func (r *members) lenient(ctx context.Context, set *corev1.ConfigMap) *corev1.Pod {
	var pod corev1.Pod
	if err := r.Get(ctx, client.ObjectKeyFromObject(set), &pod); err != nil {
		return nil
	}
	return &pod
}

// counted asks what the error says.
func (r *members) counted(ctx context.Context, set *corev1.ConfigMap) map[string]int {
	counts := make(map[string]int)
	var pods corev1.PodList
	if err := r.List(ctx, &pods); err != nil {
		counts[err.Error()]++
		return counts
	}
	return counts
}

// requests are of events, which RL7002 is about.
func (r *members) requests(ctx context.Context, set *corev1.ConfigMap) []reconcile.Request {
	var pods corev1.PodList
	if err := r.List(ctx, &pods); err != nil {
		return nil
	}
	return make([]reconcile.Request, len(pods.Items))
}

func (r *members) hasRoom(ctx context.Context, set *corev1.ConfigMap) bool {
	var pods corev1.PodList
	if err := r.List(ctx, &pods); err != nil { // want RL4007:"the error of r.List is lost: hasRoom answers as if there were nothing"
		return false
	}
	return len(pods.Items) < 10
}

// isReady is asked again.
func (r *members) isReady(ctx context.Context, set *corev1.ConfigMap) bool {
	var pods corev1.PodList
	if err := r.List(ctx, &pods); err != nil {
		return false
	}
	return len(pods.Items) > 0
}

// check returns all errors.
func (r *members) check(ctx context.Context, set *corev1.ConfigMap) (errs []error) {
	var bundle corev1.ConfigMap
	if err := r.Get(ctx, client.ObjectKey{Name: "bundle"}, &bundle); err != nil {
		r.reason = "BundleNotFound"
		errs = append(errs, err)
	}
	return errs
}

// checkBundle says that there is none, whatever the error is.
func (r *members) checkBundle(ctx context.Context, set *corev1.ConfigMap) {
	var bundle corev1.ConfigMap
	if err := r.Get(ctx, client.ObjectKey{Name: "bundle"}, &bundle); err != nil { // want RL4007:"any error of r.Get is taken to say that there is no such object, whatever failed: ask IsNotFound, and return any other error"
		log.FromContext(ctx).Error(err, "no bundle")
		r.reason = "BundleNotFound"
		return
	}
	r.reason = "Found"
}

func (r *members) checkSecret(ctx context.Context, set *corev1.ConfigMap) {
	var secret corev1.Secret
	if err := r.Get(ctx, client.ObjectKey{Name: "token"}, &secret); err != nil {
		r.reason = "Unknown"
		if apierrors.IsNotFound(err) {
			r.reason = "SecretNotFound"
		}
	}
}

// all leaves out what it could not read.
func (r *members) all(ctx context.Context, set *corev1.ConfigMap) ([]corev1.Pod, error) {
	var pods []corev1.Pod
	for name := range set.Data {
		var pod corev1.Pod
		if err := r.Get(ctx, client.ObjectKey{Name: name}, &pod); err != nil { // want RL4007:"the error of r.Get is lost: all leaves out what it could not read, and its callers take the rest for all; return the error"
			log.FromContext(ctx).Error(err, "could not get")
		} else {
			pods = append(pods, pod)
		}
	}
	return pods, nil
}

// dropOld does something only where there is no error.
func (r *members) dropOld(ctx context.Context, set *corev1.ConfigMap) (ctrl.Result, error) {
	var old corev1.Secret
	err := r.Get(ctx, client.ObjectKey{Name: "old-" + set.Name}, &old)
	if err == nil { // want RL4007:"any error of r.Get is taken to say that there is no such object, and the request counts as done: ask IsNotFound, and return any other error"
		if err := r.Delete(ctx, &old); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// mark asks first.
func (r *members) mark(ctx context.Context, set *corev1.ConfigMap) (ctrl.Result, error) {
	var old corev1.Secret
	err := r.Get(ctx, client.ObjectKey{Name: "old-" + set.Name}, &old)
	if err != nil && !apierrors.IsNotFound(err) {
		return ctrl.Result{}, err
	}
	if err == nil {
		if err := r.Delete(ctx, &old); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// keep makes what is not there: that fails where it is.
func (r *members) keep(ctx context.Context, pods []corev1.Pod) error {
	for _, pod := range pods {
		if err := r.Get(ctx, client.ObjectKeyFromObject(&pod), &pod); err == nil {
			continue
		}
		if err := r.Create(ctx, &pod); err != nil {
			return err
		}
	}
	return nil
}

// one returns the only one that there is.
func (r *members) one(ctx context.Context, set *corev1.ConfigMap) *corev1.Pod {
	pods := &corev1.PodList{}
	err := r.List(ctx, pods)
	if err != nil || len(pods.Items) != 1 { // want RL4007:"the error of r.List is lost: one answers as if there were nothing"
		return nil
	}
	return &pods.Items[0]
}

// has says whether one is there.
func (r *members) has(ctx context.Context, set *corev1.ConfigMap) bool {
	pod, err := r.get(ctx, set)
	return pod != nil && err == nil // want RL4007:"the error of r.get is lost: has answers as if there were nothing"
}

func (r *members) get(ctx context.Context, set *corev1.ConfigMap) (*corev1.Pod, error) {
	pod := &corev1.Pod{}
	return pod, r.Get(ctx, client.ObjectKeyFromObject(set), pod)
}

// create makes one where there is none.
func (r *members) create(ctx context.Context, set *corev1.ConfigMap) error {
	pod := &corev1.Pod{}
	err := r.Get(ctx, client.ObjectKeyFromObject(set), pod)
	if err != nil && apierrors.IsNotFound(err) { // want RL4007:"the code asks for one kind of it, and drops any other"
		pod = nil
	} else {

	}
	if pod != nil && pod.Name != "" {
		return nil
	}
	return r.Create(ctx, &corev1.Pod{})
}

func newCondition(reason, message string) metav1.Condition {
	return metav1.Condition{Type: "Ready", Reason: reason, Message: message}
}

// state makes a condition of what it could not read.
func (r *members) state(ctx context.Context, set *corev1.ConfigMap, list *[]metav1.Condition) {
	if _, err := r.get(ctx, set); err != nil { // want RL4007:"the error of r.get is told in a status alone"
		meta.SetStatusCondition(list, newCondition("NotRead", err.Error()))
		return
	}
	meta.SetStatusCondition(list, newCondition("Read", ""))
}

// stateOf returns what it makes of that.
func (r *members) stateOf(ctx context.Context, set *corev1.ConfigMap) metav1.Condition {
	if _, err := r.get(ctx, set); err != nil {
		return newCondition("NotRead", err.Error())
	}
	return newCondition("Read", "")
}

// askedStatus is what was heard of a member.
type askedStatus struct{ Error error }

// asked keeps the error itself, for who asks.
func (r *members) asked(ctx context.Context, set *corev1.ConfigMap) (result askedStatus) {
	if _, err := r.get(ctx, set); err != nil {
		result.Error = err
		return result
	}
	return result
}
