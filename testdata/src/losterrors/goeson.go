package losterrors

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"rllint.test/losterrors/catalog"
	"rllint.test/losterrors/eventlog"
	"rllint.test/losterrors/logrus"
)

func (r *reconciler) bring(ctx context.Context, req ctrl.Request) (*corev1.Pod, error) {
	pod := &corev1.Pod{}
	return pod, r.Get(ctx, req.NamespacedName, pod)
}

// lastStep tells of the error of the last thing that it does, and says that all is done.
func (r *reconciler) lastStep(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.renew(pod); err != nil { // want RL4007:"the error of r.renew is lost: an empty Result and nil tell controller-runtime"
		log.FromContext(ctx).Error(err, "could not renew it")
	}
	return ctrl.Result{}, nil
}

// lastUnheard does so too, but its caller leaves what it says and asks for the request again.
func (r *reconciler) lastUnheard(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.renew(pod); err != nil { // want RL4007:"the error of r.renew is lost where the steps after it go well: the caller takes it that all did"
		log.FromContext(ctx).Error(err, "could not renew it")
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) leavesLast(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if _, err := r.lastUnheard(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: true}, nil
}

// lastOfBranch does so in a branch.
func (r *reconciler) lastOfBranch(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if pod.Name == "" {
		if err := r.renew(pod); err != nil { // want RL4007:"the error of r.renew is lost"
			log.FromContext(ctx).Error(err, "could not renew it")
		}
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Update(ctx, pod)
}

// each tells of the errors of all items, and retries none.
func (r *reconciler) each(ctx context.Context, pods *corev1.PodList) (ctrl.Result, error) {
	for i := range pods.Items {
		if err := r.Update(ctx, &pods.Items[i]); err != nil { // want RL4007:"the error of r.Update is lost"
			log.FromContext(ctx).Error(err, "could not update it", "pod", pods.Items[i].Name)
			continue
		}
		log.FromContext(ctx).Info("updated")
	}
	return ctrl.Result{}, nil
}

// eachIn does so in a helper that returns the errors of others.
func (r *reconciler) eachIn(ctx context.Context) error {
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods); err != nil {
		return err
	}
	for i := range pods.Items {
		if err := r.Update(ctx, &pods.Items[i]); err != nil { // want RL4007:"the error of r.Update is lost where the steps after it go well: the caller takes it that all did"
			log.FromContext(ctx).Error(err, "could not update it")
		}
	}
	return nil
}

// eachTidied leaves behind what it could not delete.
func (r *reconciler) eachTidied(ctx context.Context, pods *corev1.PodList) (ctrl.Result, error) {
	for i := range pods.Items {
		if err := r.Delete(ctx, &pods.Items[i]); err != nil { // want RL4007:"the error of r.Delete is lost"
			log.FromContext(ctx).Error(err, "could not delete it")
			continue
		}
	}
	return ctrl.Result{}, nil
}

// eachKept keeps the errors.
func (r *reconciler) eachKept(ctx context.Context, pods *corev1.PodList) (ctrl.Result, error) {
	var last error
	for i := range pods.Items {
		if err := r.Update(ctx, &pods.Items[i]); err != nil {
			log.FromContext(ctx).Error(err, "could not update it")
			last = err
			continue
		}
	}
	return ctrl.Result{}, last
}

// eachGathered returns the errors of all items, by the name of its result.
func (r *reconciler) eachGathered(ctx context.Context, pods *corev1.PodList) (failed []error) {
	err := r.List(ctx, pods)
	if err != nil {
		_ = said(ctx, err)
		failed = append(failed, err)
	}
	for i := range pods.Items {
		if err = r.Delete(ctx, &pods.Items[i]); err != nil {
			failed = append(failed, err)
		}
	}
	return
}

// tellsAll tells of each error by a function that returns what it is handed.
func (r *reconciler) tellsAll(ctx context.Context, pods *corev1.PodList) (ctrl.Result, error) {
	failed := r.eachGathered(ctx, pods)
	for _, err := range failed {
		_ = said(ctx, err)
	}
	if len(failed) > 0 {
		return ctrl.Result{}, failed[0]
	}
	return ctrl.Result{}, nil
}

func said(ctx context.Context, err error) error {
	log.FromContext(ctx).Error(err, "failed")
	return err
}

// eachOnPurpose says why it goes on.
func (r *reconciler) eachOnPurpose(ctx context.Context, pods *corev1.PodList) (ctrl.Result, error) {
	for i := range pods.Items {
		if err := r.Update(ctx, &pods.Items[i]); err != nil {
			// best effort: each has an event of its own
			log.FromContext(ctx).Error(err, "could not update it")
			continue
		}
	}
	return ctrl.Result{}, nil
}

// removed can only return nil, whatever its one request does.
func (r *reconciler) removed(ctx context.Context, pod *corev1.Pod) error {
	err := r.Delete(ctx, pod)
	if client.IgnoreNotFound(err) != nil { // want RL4007:"the error of r.Delete is lost where the steps after it go well: the caller takes it that all did"
		log.FromContext(ctx).Error(err, "could not delete it")
	}
	log.FromContext(ctx).Info("deleted")
	return nil
}

// removedAgain declares its error.
func (r *reconciler) removedAgain(ctx context.Context, pod *corev1.Pod) error {
	var err = r.Delete(ctx, pod)
	if err != nil { // want RL4007:"the error of r.Delete is lost"
		log.FromContext(ctx).Error(err, "could not delete it")
	}
	return nil
}

// only asks for one kind of error and drops all others.
func (r *reconciler) onlyOne(ctx context.Context, pod *corev1.Pod) error {
	err := r.Create(ctx, pod)
	if apierrors.IsAlreadyExists(err) { // want RL4007:"the error of r.Create is lost: the code asks for one kind of it, and drops any other; return that"
		return nil
	}
	return r.Update(ctx, pod)
}

func (r *reconciler) onlyOneBlank(ctx context.Context, req ctrl.Request) error {
	_, err := r.bring(ctx, req)
	if apierrors.IsNotFound(err) { // want RL4007:"the error of r.bring is lost: the code asks for one kind of it, and drops any other; return that"
		return nil
	}
	return r.renew(&corev1.Pod{})
}

func (r *reconciler) otherAsked(ctx context.Context, pod *corev1.Pod) error {
	err := r.Create(ctx, pod)
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return r.Update(ctx, pod)
}

func (r *reconciler) otherReturned(ctx context.Context, pod *corev1.Pod) error {
	err := r.Create(ctx, pod)
	if apierrors.IsAlreadyExists(err) {
		log.FromContext(ctx).Info("it is there")
		return nil
	}
	return err
}

func (r *reconciler) otherElse(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Create(ctx, pod); apierrors.IsAlreadyExists(err) {
		return nil
	} else if err != nil {
		return err
	}
	return nil
}

// again makes its request until there is no conflict.
func (r *reconciler) again(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			if client.IgnoreNotFound(err) != nil {
				return nil // want RL4007:"the error of r.Get is lost: the caller takes it that all went well, whatever failed"
			}
			return err
		}
		return r.Status().Update(ctx, pod)
	})
}

func (r *reconciler) againRight(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return client.IgnoreNotFound(err)
		}
		return r.Status().Update(ctx, pod)
	})
}

// either returns nil whatever its step does, and asks all the same.
func (r *reconciler) either(ctx context.Context, pod *corev1.Pod) error {
	err := r.update(ctx, pod)
	if err != nil {
		return nil // want RL4007:"the error of r.update is lost: the caller takes it that all went well, whatever failed"
	}
	return nil
}

func (r *reconciler) entered(ctx context.Context, pod *corev1.Pod, entry *logrus.Entry) (ctrl.Result, error) {
	if err := r.update(ctx, pod); err != nil {
		entry.Errorf("could not update: %v", err)
		return ctrl.Result{}, nil // want RL4007:"the error of r.update is lost"
	}
	return ctrl.Result{}, nil
}

// roundsOfHelper is called through rounds that forget its error.
func (r *reconciler) syncOne(ctx context.Context, name string) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, client.ObjectKey{Name: name}, pod); err != nil {
		return err
	}
	return r.Update(ctx, pod)
}

func (r *reconciler) rounds(ctx context.Context, names *[]string) error {
	first := r.syncOne(ctx, "first")
	if first != nil {
		return first
	}
	if names == nil {
		return nil
	}
	for _, name := range *names {
		err := r.syncOne(ctx, name)
		if err != nil { // want RL4007:"the error of r.syncOne is lost"
			continue
		}
	}
	return nil
}

// takenForGone removes what another object asked for, whatever the error of its Get is.
func (r *reconciler) takenForGone(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	other := &corev1.Pod{}
	if err := r.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, other); err != nil { // want RL4007:"any error of r.Get is taken to say that there is no such object"
		log.FromContext(ctx).Info("there is no other")
		if err := r.Delete(ctx, pod); err != nil {
			return ctrl.Result{}, err
		}
		return ctrl.Result{}, nil
	}
	if err := r.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, other); err != nil {
		if !apierrors.IsNotFound(err) {
			return ctrl.Result{}, err
		}
		if err := r.Delete(ctx, pod); err != nil {
			return ctrl.Result{}, err
		}
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

// usesWhatIsNotRead goes on with an object that it may not have read.
func (r *reconciler) usesWhatIsNotRead(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	err := r.update(ctx, pod)
	if err != nil {
		return ctrl.Result{}, err
	}
	err = r.Get(ctx, client.ObjectKey{Name: "other"}, pod)
	if apierrors.IsNotFound(err) { // want RL4007:"the error of r.Get is lost: the code asks for one kind of it, and drops any other; return that"
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	if pod.Spec.NodeName == "" {
		return ctrl.Result{}, nil
	}
	if err = r.Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) evented(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.Status().Update(ctx, pod); err != nil {
		_ = eventlog.Of(pod).Errorf(ctx, "could not update: %s", err) // an error of it is made, and thrown away
		return ctrl.Result{Requeue: false}, nil                       // want RL4007:"the error of r.Status\\(\\).Update is lost"
	}
	return ctrl.Result{}, nil
}

// looksUp deals with the error in its own way: what it asks is no logger.
func (r *reconciler) looksUp(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.renew(pod); err != nil {
		catalog.InfoOf(err.Error())
	}
	return ctrl.Result{}, nil
}

// besideObjects comes back in a while, which it says beside what it has made.
func (r *reconciler) besideObjects(ctx context.Context, pod *corev1.Pod) (ctrl.Result, []client.Object, error) {
	if err := r.Update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "cannot update")
		return ctrl.Result{RequeueAfter: time.Minute}, nil, nil
	}
	if err := r.Patch(ctx, pod, client.MergeFrom(pod.DeepCopy())); err != nil {
		log.FromContext(ctx).Error(err, "cannot patch")
		return ctrl.Result{}, nil, nil // want RL4007:"the error of r.Patch is lost"
	}
	return ctrl.Result{}, []client.Object{pod}, nil
}

func (r *reconciler) withObjects(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	result, _, err := r.besideObjects(ctx, pod)
	return result, err
}
