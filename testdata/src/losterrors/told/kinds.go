package told

import (
	"context"

	"github.com/pkg/errors"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// asking asks for one kind of error, and forgets the others.
type asking struct{ client.Client }

func (r *asking) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := new(corev1.Pod)
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	node, err := r.nodeOf(ctx, pod)
	if err != nil {
		return ctrl.Result{}, err
	}
	if busy, _ := r.isBusy(ctx, node); busy { // want RL4007:"the error of r.isBusy is thrown away"
		return ctrl.Result{}, nil
	}
	again, err := r.cleanUp(ctx, node)
	if err != nil || again {
		return ctrl.Result{}, err
	}
	if err := r.each(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	if _, err := r.wrapped(ctx); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.compares(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.told(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.named(ctx, nil); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.oneOf(ctx, pod.Name, pod); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.either(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.last(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.gone(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.steps(ctx, nil); err != nil {
		return ctrl.Result{}, err
	}
	if _, err := r.adopts(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	if again := r.marks(ctx, pod); again != nil {
		return *again, nil
	}
	if again := r.follows(ctx, pod); again != nil {
		return ctrl.Result{Requeue: true}, nil
	}
	if err := errors.WithStack(r.binding(ctx, pod)); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.bindingElse(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	return r.secret(ctx, pod)
}

// adopts explains what it does with what it found, and not what it does where that fails.
func (r *asking) adopts(ctx context.Context, pod *corev1.Pod) (*corev1.Node, error) {
	node, err := fetchNode(ctx, r.Client, pod.Spec.NodeName)
	if err == nil && node != nil { // want RL4007:"any error of fetchNode is taken to say that there is no such object"
		// so that later passes do not have to do this again
		if err := r.Update(ctx, node); err != nil {
			return nil, err
		}
	}
	return node, nil
}

func fetchNode(ctx context.Context, c client.Client, name string) (*corev1.Node, error) {
	node := new(corev1.Node)
	return node, c.Get(ctx, types.NamespacedName{Name: name}, node)
}

// marks returns no error, and asks for another pass after a conflict alone.
func (r *asking) marks(ctx context.Context, pod *corev1.Pod) *ctrl.Result {
	if err := r.Status().Update(ctx, pod); err != nil && apierrors.IsConflict(err) { // want RL4007:"the code asks for one kind of it, and drops any other"
		return &ctrl.Result{Requeue: true}
	}
	if err := r.Update(ctx, pod); err != nil {
		if client.IgnoreNotFound(err) == nil {
			return nil
		}
		return &ctrl.Result{Requeue: true}
	}
	return nil
}

// follows answers only where there is no error.
func (r *asking) follows(ctx context.Context, pod *corev1.Pod) *string {
	node := new(corev1.Node)
	err := r.Get(ctx, types.NamespacedName{Name: pod.Spec.NodeName}, node)
	if pod.Spec.NodeName == "" {
		return &pod.Name
	} else if err == nil { // want RL4007:"the error of r.Get is lost: follows"
		if node.Spec.Unschedulable {
			return &node.Name
		}
	} else {
		log.FromContext(ctx).Error(err, "cannot follow the node")
	}
	return nil
}

func (r *asking) nodeOf(ctx context.Context, pod *corev1.Pod) (*corev1.Node, error) {
	node := new(corev1.Node)
	if err := r.Get(ctx, types.NamespacedName{Name: pod.Spec.NodeName}, node); err != nil {
		return nil, err
	}
	return node, nil
}

// isBusy asks for what comes of other objects.
func (r *asking) isBusy(ctx context.Context, node *corev1.Node) (bool, error) {
	pods := new(corev1.PodList)
	if err := r.List(ctx, pods, client.MatchingFields{"spec.nodeName": node.Name}); err != nil {
		return false, err
	}
	return len(pods.Items) > 0, nil
}

// cleanUp takes any error but one kind for an object that is there.
func (r *asking) cleanUp(ctx context.Context, node *corev1.Node) (bool, error) {
	claim := new(corev1.PersistentVolumeClaim)
	err := r.Get(ctx, client.ObjectKeyFromObject(node), claim)
	if !apierrors.IsNotFound(err) { // want RL4007:"the code asks for one kind of it, and drops any other"
		// only without a claim there is something to do
		return false, nil
	}
	return true, r.Delete(ctx, node)
}

// each goes on with the next where one is not read.
func (r *asking) each(ctx context.Context, pod *corev1.Pod) error {
	for _, volume := range pod.Spec.Volumes {
		if err := r.mount(ctx, volume.Name); err != nil { // want RL4007:"the error of r.mount is lost where the steps after it go well"
			if apierrors.IsNotFound(err) {
				log.FromContext(ctx).Info("not there yet")
				if err := r.Status().Update(ctx, pod); err != nil {
					return err
				}
			}
			continue
		}
		if err := r.Patch(ctx, pod, client.MergeFrom(&corev1.Pod{})); err != nil {
			return err
		}
	}
	return nil
}

func (r *asking) mount(ctx context.Context, name string) error {
	return r.Update(ctx, &corev1.Secret{})
}

// secret makes or writes one.
func (r *asking) secret(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	have := new(corev1.Secret)
	err := r.Get(ctx, types.NamespacedName{Name: "a"}, have)
	if err != nil && apierrors.IsNotFound(err) { // want RL4007:"the code asks for one kind of it, and drops any other"
		if err := r.Create(ctx, have); err != nil {
			return ctrl.Result{}, err
		}
	}
	if err == nil {
		if have.Name != pod.Name {
			if err = r.Update(ctx, have); err != nil {
				return ctrl.Result{}, err
			}
		}
	}
	service := new(corev1.Service)
	if err := r.Get(ctx, types.NamespacedName{Name: "a"}, service); err == nil { // want RL4007:"the code goes on without an answer"
		if len(service.Spec.Ports) > 0 {
			// the first port will do, ignore the others
			pod.Spec.NodeName = service.Name
		}
	}
	return ctrl.Result{}, r.Update(ctx, pod)
}

// wrapped makes an error of another one, for nobody.
func (r *asking) wrapped(ctx context.Context) (*corev1.PodList, error) {
	pods := new(corev1.PodList)
	err := r.List(ctx, pods)
	if err != nil {
		errors.Wrap(err, "not listed") // want RL4007:"errors.Wrap makes an error that nobody has: return it"
	}
	return pods, err
}

// compares means to ask whether its read failed.
func (r *asking) compares(ctx context.Context, pod *corev1.Pod) error {
	var err error
	if err == ctx.Err() {
		return nil
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err != r.Get(ctx, client.ObjectKeyFromObject(pod), pod) { // want RL4007:"the error of r.Get is compared with err, and nothing keeps it"
			return err
		}
		return r.Update(ctx, pod)
	})
}

// told asks for one kind too, and tells of any other.
func (r *asking) told(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Delete(ctx, pod); !apierrors.IsNotFound(err) {
		log.FromContext(ctx).Error(err, "it has been there")
		return err
	}
	return nil
}

// either deletes one of two.
func (r *asking) either(ctx context.Context, pod *corev1.Pod) error {
	if pod.Spec.NodeName != "" {
		if err := r.Delete(ctx, &corev1.Secret{}); err != nil {
			if apierrors.IsNotFound(err) {
				return nil
			}
			return err
		}
		return nil
	}
	return r.Delete(ctx, pod)
}

// named deletes the one of a name.
func (r *asking) named(ctx context.Context, pods []corev1.Pod) error {
	for i := range pods {
		if pods[i].Name == "a" {
			if err := r.Delete(ctx, &pods[i]); err != nil {
				if apierrors.IsNotFound(err) {
					return nil
				}
				return err
			}
			return nil
		}
	}
	return nil
}

// oneOf deletes what a kind says.
func (r *asking) oneOf(ctx context.Context, kind string, pod *corev1.Pod) error {
	switch kind {
	case "a":
		if err := r.Delete(ctx, &corev1.Secret{}); err != nil {
			if apierrors.IsNotFound(err) {
				return nil
			}
			return err
		}
	case "b":
		return r.Delete(ctx, pod)
	}
	return nil
}

// last deletes no more after the one that may be gone.
func (r *asking) last(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Delete(ctx, &corev1.Secret{}); err != nil {
		return err
	}
	if err := r.Delete(ctx, pod); err != nil {
		if apierrors.IsNotFound(err) {
			return nil
		}
		return err
	}
	return r.Update(ctx, &corev1.Secret{})
}

// gone leaves out the second step where the first has been done.
func (r *asking) gone(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Delete(ctx, &corev1.Service{}); err != nil {
		if client.IgnoreNotFound(err) == nil {
			return nil // want RL4007:"where the object of r.Delete is gone already, this return leaves out what is deleted after it"
		}
		return err
	}
	return r.Delete(ctx, &corev1.Secret{})
}

// steps deletes one after the other.
func (r *asking) steps(ctx context.Context, pods []corev1.Pod) error {
	for i := range pods {
		if err := r.Delete(ctx, &pods[i]); err != nil {
			if apierrors.IsNotFound(err) {
				return nil // want RL4007:"this return leaves out what is deleted after it"
			}
			return err
		}
	}
	return nil
}

// binding makes a pod, or writes it where it differs.
func (r *asking) binding(ctx context.Context, want *corev1.Pod) error {
	have := new(corev1.Pod)
	err := r.Get(ctx, client.ObjectKeyFromObject(want), have)
	switch {
	case apierrors.IsNotFound(err): // want RL4007:"the error of r.Get is lost: the code asks for one kind of it, and drops any other"
		return r.Create(ctx, want)
	case err == nil && have.Spec.NodeName != want.Spec.NodeName:
		return r.Update(ctx, want)
	}
	return nil
}

// bindingElse returns what it did not ask for.
func (r *asking) bindingElse(ctx context.Context, want *corev1.Pod) error {
	have := new(corev1.Pod)
	err := r.Get(ctx, client.ObjectKeyFromObject(want), have)
	switch {
	case apierrors.IsNotFound(err):
		return r.Create(ctx, want)
	case err == nil && have.Spec.NodeName != want.Spec.NodeName:
		return r.Update(ctx, want)
	}
	return err
}
