package conflicts

import (
	"context"
	"errors"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Group is an object of a custom kind.
type Group struct {
	metav1.TypeMeta
	metav1.ObjectMeta

	Spec GroupSpec
}

// A GroupSpec is what people write.
type GroupSpec struct{ Namespaces []string }

// DeepCopyObject implements runtime.Object.
func (g *Group) DeepCopyObject() runtime.Object {
	out := *g
	return &out
}

func (w *writer) made(ctx context.Context, group *Group) error {
	current := &Group{}
	err := w.Get(ctx, client.ObjectKeyFromObject(group), current)
	if apierrors.IsNotFound(err) {
		return w.Create(ctx, group)
	}
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(current.Spec, group.Spec) {
		return w.Update(ctx, group) // want RL4010:"this update fails each time: group has no resource version, which an update of a custom kind needs; change what line 34 reads, or take its version over"
	}
	return nil
}

func (w *writer) madeHere(ctx context.Context, key client.ObjectKey) (err error) {
	var current Group
	group := Group{ObjectMeta: metav1.ObjectMeta{Name: key.Name}}
	if err = w.Get(ctx, key, &current); err == nil {
		err = w.Update(ctx, &group) // want RL4010:"this update fails each time"
	} else if apierrors.IsNotFound(err) {
		err = w.Create(ctx, &group)
	}
	return err
}

func (w *writer) madeElse(ctx context.Context, key client.ObjectKey, group *Group) (err error) {
	current := &Group{}
	if err = w.Get(ctx, key, current); apierrors.IsNotFound(err) {
		err = w.Create(ctx, group)
	} else {
		err = w.Update(ctx, group) // want RL4010:"this update fails each time"
	}
	return err
}

// Near misses.

// ofKubernetes may be updated without a version.
func (w *writer) ofKubernetes(ctx context.Context, pod *corev1.Pod) error {
	current := &corev1.Pod{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(pod), current); err != nil {
		return w.Create(ctx, pod)
	}
	return w.Update(ctx, pod)
}

func (w *writer) takenOver(ctx context.Context, group *Group) error {
	current := &Group{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(group), current); err != nil {
		return w.Create(ctx, group)
	}
	group.ResourceVersion = current.ResourceVersion
	return w.Update(ctx, group)
}

func (w *writer) metaTakenOver(ctx context.Context, group *Group) error {
	current := &Group{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(group), current); err != nil {
		return w.Create(ctx, group)
	}
	group.ObjectMeta = current.ObjectMeta
	return w.Update(ctx, group)
}

func (w *writer) copied(ctx context.Context, key client.ObjectKey) error {
	current := &Group{}
	err := w.Get(ctx, key, current)
	group := current.DeepCopyObject().(*Group)
	group.Spec.Namespaces = []string{key.Namespace}
	if apierrors.IsNotFound(err) {
		return w.Create(ctx, group)
	}
	return w.Update(ctx, group)
}

func (w *writer) filled(ctx context.Context, group *Group) error {
	current := &Group{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(group), current); err != nil {
		return w.Create(ctx, group)
	}
	*group = *current
	return w.Update(ctx, group)
}

func (w *writer) handed(ctx context.Context, group *Group, take func(from, to *Group)) error {
	current := &Group{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(group), current); err != nil {
		return w.Create(ctx, group)
	}
	take(current, group)
	return w.Update(ctx, group)
}

func carryOver(from, to *Group) {}

func (w *writer) handedOn(ctx context.Context, group *Group) error {
	current := &Group{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(group), current); err != nil {
		return w.Create(ctx, group)
	}
	carryOver(current, group)
	return w.Update(ctx, group)
}

// afterwards updates what it has created.
func (w *writer) afterwards(ctx context.Context, group *Group) error {
	current := &Group{}
	err := w.Get(ctx, client.ObjectKeyFromObject(group), current)
	if apierrors.IsNotFound(err) {
		if err = w.Create(ctx, group); err != nil {
			return err
		}
	}
	return errors.Join(err, w.Update(ctx, group))
}

// unread does not read another one.
func (w *writer) unread(ctx context.Context, group *Group, other *corev1.Pod) error {
	if err := w.Get(ctx, client.ObjectKeyFromObject(group), other); err != nil {
		return w.Create(ctx, group)
	}
	return w.Update(ctx, group)
}

// sameRead reads it into the variable.
func (w *writer) sameRead(ctx context.Context, key client.ObjectKey, group *Group) error {
	if err := w.Get(ctx, key, group); err != nil {
		return w.Create(ctx, group)
	}
	return w.Update(ctx, group)
}

// An object is of any kind.
type object interface{ client.Object }

func (w *writer) ofAnyKind(ctx context.Context, current, made object) error {
	if err := w.Get(ctx, client.ObjectKeyFromObject(made), current); err != nil {
		return w.Create(ctx, made)
	}
	return w.Update(ctx, made)
}
