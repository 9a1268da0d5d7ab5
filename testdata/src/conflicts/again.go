package conflicts

import (
	"context"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const finalizer = "example.com/pods"

// byHand tries once more what conflicts.
func (w *writer) byHand(ctx context.Context, pod *corev1.Pod) error {
	pod.Labels["done"] = "true"
	err := w.Update(ctx, pod)
	if apierrors.IsConflict(err) {
		pod.Labels["done"] = "true"
		err = w.Update(ctx, pod) // want RL4010:"after a conflict each further try fails too: this updates pod with the resource version of before"
	}
	return err
}

func (w *writer) byHandLater(ctx context.Context, pod *corev1.Pod) error {
	if err := w.Status().Update(ctx, pod); err != nil {
		if !apierrors.IsConflict(err) {
			return err
		}
	}
	err := w.Status().Update(ctx, pod)
	if apierrors.IsConflict(err) {
		time.Sleep(time.Second)
		latest := &corev1.Pod{}
		if err := w.Get(ctx, client.ObjectKeyFromObject(pod), latest); err != nil {
			return err
		}
		return w.Status().Update(ctx, pod) // want RL4010:"this updates pod with the resource version of before"
	}
	return err
}

// takenStatus loses the status to the answer of the update in between.
func (w *writer) takenStatus(ctx context.Context, pod *corev1.Pod) error {
	pod.Status.Message = "ready"
	if controllerutil.AddFinalizer(pod, finalizer) {
		if err := w.Update(ctx, pod); err != nil {
			return err
		}
	}
	return w.Status().Update(ctx, pod) // want RL4010:"this writes the status of pod as it is stored: the answer of the request in line \\d+ has taken the place of what was set before"
}

func (w *writer) takenFromPatch(ctx context.Context, pod *corev1.Pod) error {
	before := pod.DeepCopy()
	pod.Status.Message = "ready"
	pod.Labels["done"] = "true"
	if err := w.Patch(ctx, pod, client.MergeFrom(before)); err != nil {
		return err
	}
	return w.Status().Patch(ctx, pod, client.MergeFrom(before)) // want RL4010:"this writes the status of pod as it is stored"
}

func (w *writer) takenSpec(ctx context.Context, pod *corev1.Pod) error {
	pod.Spec.NodeName = "one"
	if err := w.Status().Update(ctx, pod); err != nil {
		return err
	}
	return w.Update(ctx, pod) // want RL4010:"this writes the spec of pod as it is stored"
}

func (w *writer) takenFinalizer(ctx context.Context, pod *corev1.Pod) error {
	controllerutil.RemoveFinalizer(pod, finalizer)
	if err := w.Status().Update(ctx, pod); err != nil {
		return err
	}
	return w.Update(ctx, pod) // want RL4010:"this writes the finalizers of pod as they are stored"
}

// outdated writes a copy first.
func (w *writer) outdated(ctx context.Context, pod *corev1.Pod) error {
	changed := pod.DeepCopy()
	controllerutil.AddFinalizer(changed, finalizer)
	if err := w.Update(ctx, changed); err != nil {
		return err
	}
	pod.Status.Message = "ready"
	return w.Status().Update(ctx, pod) // want RL4010:"this conflicts where the request in line \\d+ has changed anything: it has the version from before that"
}

func (w *writer) outdatedPatch(ctx context.Context, pod *corev1.Pod) error {
	patch := client.MergeFromWithOptions(pod.DeepCopy(), client.MergeFromWithOptimisticLock{})
	pod.Labels["done"] = "true"
	if err := w.Patch(ctx, pod, patch); err != nil {
		return err
	}
	pod.Status.Message = "ready"
	return w.Status().Patch(ctx, pod, patch) // want RL4010:"this conflicts where the request in line \\d+ has changed anything"
}

// unchanged is made from itself, whatever is set before or after that.
func (w *writer) unchanged(ctx context.Context, deployment *appsv1.Deployment) error {
	patch := client.MergeFrom(deployment)
	deployment.Labels["done"] = "true"
	return w.Patch(ctx, deployment, patch) // want RL4010:"this patch is empty: it is made from deployment as it is"
}

func (w *writer) copiedLate(ctx context.Context, pod *corev1.Pod) error {
	if controllerutil.RemoveFinalizer(pod, finalizer) {
		return w.Patch(ctx, pod, client.MergeFrom(pod.DeepCopy())) // want RL4010:"this patch is empty: it is made from pod as it is"
	}
	return nil
}

func (w *writer) reversed(ctx context.Context, pod *corev1.Pod) error {
	changed := pod.DeepCopy()
	changed.Labels = map[string]string{"done": "true"}
	return w.Patch(ctx, pod, client.MergeFrom(changed)) // want RL4010:"this patch takes back what was changed: it is made from that, and pod is as it was read"
}

// Near misses.

// assumed patches what its callers have set.
func (w *writer) assumed(ctx context.Context, pod *corev1.Pod) error {
	defer func() { w.Status().Update(ctx, pod.DeepCopy()) }()
	before := pod.DeepCopy()
	before.Spec.NodeName = ""
	before.Spec.Affinity = nil
	return w.Patch(ctx, pod, client.MergeFrom(before))
}

func (w *writer) assumedToo(ctx context.Context, pod *corev1.Pod) error {
	before := pod.DeepCopy()
	before.Spec.NodeName = ""
	return w.Patch(ctx, pod, client.MergeFrom(before))
}

func (w *writer) byHandAnew(ctx context.Context, pod *corev1.Pod) error {
	err := w.Update(ctx, pod)
	if apierrors.IsConflict(err) {
		if err := w.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		err = w.Update(ctx, pod)
	}
	return err
}

func (w *writer) byHandPatched(ctx context.Context, pod *corev1.Pod) error {
	before := pod.DeepCopy()
	pod.Labels["done"] = "true"
	err := w.Update(ctx, pod)
	if apierrors.IsConflict(err) {
		err = w.Patch(ctx, pod, client.MergeFrom(before))
	}
	return err
}

func (w *writer) setAfter(ctx context.Context, pod *corev1.Pod) error {
	pod.Labels["done"] = "true"
	if err := w.Update(ctx, pod); err != nil {
		return err
	}
	pod.Status.Message = "ready"
	return w.Status().Update(ctx, pod)
}

func (w *writer) kept(ctx context.Context, pod *corev1.Pod) error {
	pod.Status.Message = "ready"
	keep := pod.Status.DeepCopy()
	if err := w.Update(ctx, pod); err != nil {
		return err
	}
	pod.Status = *keep
	return w.Status().Update(ctx, pod)
}

func (w *writer) writtenFirst(ctx context.Context, pod *corev1.Pod) error {
	pod.Status.Message = "ready"
	if err := w.Status().Update(ctx, pod); err != nil {
		return err
	}
	pod.Labels["done"] = "true"
	if err := w.Update(ctx, pod); err != nil {
		return err
	}
	return w.Status().Update(ctx, pod)
}

func (w *writer) eitherOne(ctx context.Context, scaler *autoscalingv2.HorizontalPodAutoscaler) error {
	scaler.Status.DesiredReplicas = 3
	if scaler.Labels == nil {
		scaler.Labels = map[string]string{}
		return w.Update(ctx, scaler)
	}
	return w.Status().Update(ctx, scaler)
}

func (w *writer) setByOthers(ctx context.Context, pod *corev1.Pod, tell func(*corev1.Pod)) error {
	pod.Status.Message = "ready"
	if err := w.Update(ctx, pod); err != nil {
		return err
	}
	tell(pod)
	return w.Status().Update(ctx, pod)
}

func (w *writer) goesOnWithCopy(ctx context.Context, pod *corev1.Pod) error {
	changed := pod.DeepCopy()
	controllerutil.AddFinalizer(changed, finalizer)
	if err := w.Update(ctx, changed); err != nil {
		pod.Status.Message = err.Error()
		return w.Status().Update(ctx, pod)
	}
	pod = changed
	pod.Status.Message = "ready"
	return w.Status().Update(ctx, pod)
}

func (w *writer) versionTaken(ctx context.Context, pod *corev1.Pod) error {
	changed := pod.DeepCopy()
	controllerutil.AddFinalizer(changed, finalizer)
	if err := w.Update(ctx, changed); err != nil {
		return err
	}
	pod.SetResourceVersion(changed.GetResourceVersion())
	return w.Status().Update(ctx, pod)
}

func (w *writer) copiedAgain(ctx context.Context, pod *corev1.Pod) error {
	patch := client.MergeFromWithOptions(pod.DeepCopy(), client.MergeFromWithOptimisticLock{})
	pod.Labels["done"] = "true"
	if err := w.Patch(ctx, pod, patch); err != nil {
		return err
	}
	patch = client.MergeFromWithOptions(pod.DeepCopy(), client.MergeFromWithOptimisticLock{})
	pod.Status.Message = "ready"
	return w.Status().Patch(ctx, pod, patch)
}

func (w *writer) copiedFirst(ctx context.Context, pod *corev1.Pod, tell func(*corev1.Pod)) error {
	pod.Labels["seen"] = "true"
	before := pod.DeepCopy()
	tell(pod)
	return w.Patch(ctx, pod, client.MergeFrom(before))
}

// touched sends a patch for what it makes the API server do.
func (w *writer) touched(ctx context.Context, pod *corev1.Pod) error {
	return w.Patch(ctx, pod, client.MergeFrom(pod.DeepCopy()))
}

func (w *writer) straight(ctx context.Context, pod *corev1.Pod) error {
	changed := pod.DeepCopy()
	changed.Labels = map[string]string{"done": "true"}
	return w.Patch(ctx, changed, client.MergeFrom(pod))
}

// A scoped has the pod under another name.
type scoped struct{ pod *corev1.Pod }

func newScoped(pod *corev1.Pod) *scoped { return &scoped{pod: pod} }

func (s *scoped) done() { s.pod.Status.Message = "done" }

func (w *writer) scoped(ctx context.Context, pod *corev1.Pod) error {
	s := &scoped{pod: pod}
	pod.Status.Message = "begun"
	if err := w.Update(ctx, pod); err != nil {
		return err
	}
	s.done()
	return w.Status().Update(ctx, pod)
}

func (w *writer) scopedCopy(ctx context.Context, pod *corev1.Pod) error {
	s := newScoped(pod)
	pod.Status.Message = "begun"
	before := pod.DeepCopy()
	s.done()
	return w.Status().Patch(ctx, pod, client.MergeFrom(before))
}

func (w *writer) scopedLiteral(ctx context.Context, pod *corev1.Pod) error {
	say := func(what string) { pod.Status.Message = what }
	pod.Status.Message = "begun"
	if err := w.Update(ctx, pod); err != nil {
		return err
	}
	say("done")
	return w.Status().Update(ctx, pod)
}

// asksFirst has the API server say what an update would do.
func (w *writer) asksFirst(ctx context.Context, pod *corev1.Pod) error {
	asked := pod.DeepCopy()
	if err := w.Update(ctx, asked, client.DryRunAll); err != nil {
		return err
	}
	return w.Update(ctx, pod)
}

func (w *writer) takenBack(ctx context.Context, pod *corev1.Pod, check func() error) error {
	changed := pod.DeepCopy()
	changed.Labels["done"] = "true"
	if err := w.Patch(ctx, changed, client.MergeFrom(pod)); err != nil {
		return err
	}
	if check() == nil {
		return nil
	}
	return w.Patch(ctx, pod, client.MergeFrom(changed))
}

func (w *writer) copiedBack(ctx context.Context, pod *corev1.Pod) error {
	changed := pod.DeepCopy()
	controllerutil.AddFinalizer(changed, finalizer)
	if err := w.Update(ctx, changed); err != nil {
		return err
	}
	changed.DeepCopyInto(pod)
	pod.Status.Message = "ready"
	return w.Status().Update(ctx, pod)
}

func (w *writer) versionPassed(ctx context.Context, pod *corev1.Pod) error {
	before := pod.DeepCopy()
	pod.Labels["done"] = "true"
	if err := w.Patch(ctx, pod, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})); err != nil {
		return err
	}
	before.SetResourceVersion(pod.GetResourceVersion())
	pod.Status.Message = "ready"
	return w.Status().Patch(ctx, pod, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{}))
}

func (w *writer) listed(ctx context.Context, pod *corev1.Pod) error {
	pod.Status.Message = "begun"
	if err := w.Update(ctx, pod); err != nil {
		return err
	}
	for i := range pod.Status.Conditions {
		pod.Status.Conditions[i].Status = corev1.ConditionTrue
	}
	return w.Status().Update(ctx, pod)
}

func (w *writer) found(ctx context.Context, pod *corev1.Pod) error {
	pod.SetLabels(map[string]string{"done": "true"})
	first, annotations := container(pod), pod.GetAnnotations()
	before := pod.DeepCopy()
	first.Image = "web"
	if err := w.Patch(ctx, pod, client.MergeFrom(before)); err != nil {
		return err
	}
	before = pod.DeepCopy()
	annotations["done"] = "true"
	return w.Patch(ctx, pod, client.MergeFrom(before))
}

func container(pod *corev1.Pod) *corev1.Container { return &pod.Spec.Containers[0] }
