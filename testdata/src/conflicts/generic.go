package conflicts

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// statuses writes the status of objects of one type.
type statuses[T client.Object] struct{ client.Client }

func (s statuses[T]) apply(ctx context.Context, obj T, change func(T)) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		change(obj)
		return s.Status().Update(ctx, obj) // want RL4010:"this updates obj with"
	})
}

func writeStatus[T client.Object](ctx context.Context, c client.Client, obj T, changes ...func(T)) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		latest := obj.DeepCopyObject().(T)
		if err := c.Get(ctx, client.ObjectKeyFromObject(obj), latest); err != nil {
			return client.IgnoreNotFound(err)
		}
		for _, change := range changes {
			change(obj)
		}
		return c.Status().Update(ctx, obj) // want RL4010:"this updates obj with"
	})
}

func writeFresh[T client.Object](ctx context.Context, c client.Client, obj T, change func(T)) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.Get(ctx, client.ObjectKeyFromObject(obj), obj); err != nil {
			return err
		}
		change(obj)
		return c.Update(ctx, obj)
	})
}

type versioned struct{ client.Client }

func (v *versioned) carries(ctx context.Context, seen *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod := &corev1.Pod{}
		if err := v.Get(ctx, client.ObjectKeyFromObject(seen), pod); err != nil {
			return err
		}
		carry(seen, pod)
		return v.Update(ctx, pod) // want RL4010:"this has the resource version of seen"
	})
}

func carry(from, to client.Object) { to.SetResourceVersion(from.GetResourceVersion()) }

// takesOver has the version of what it has read last.
func (v *versioned) takesOver(ctx context.Context, wanted *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod := &corev1.Pod{}
		if err := v.Get(ctx, client.ObjectKeyFromObject(wanted), pod); err != nil {
			return err
		}
		carry(pod, wanted)
		return v.Update(ctx, wanted)
	})
}

func (v *versioned) saves(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod := &corev1.Pod{}
		if err := v.Get(ctx, key, pod); err != nil {
			return err
		}
		return v.save(ctx, pod) // want RL4010:"nothing is tried again: where this update fails"
	})
}

func (v *versioned) save(ctx context.Context, pod *corev1.Pod) error {
	if err := v.Update(ctx, pod); err != nil {
		return &unsaved{name: pod.Name, reason: err.Error()}
	}
	return nil
}

type unsaved struct{ name, reason string }

func (f *unsaved) Error() string { return f.name + ": " + f.reason }

// plan has an object as it is to be, and as it was read before.
type plan struct{ desired, live *corev1.Pod }

func (v *versioned) planned(ctx context.Context, p plan) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		next := p.desired.DeepCopy()
		next.SetResourceVersion(p.live.GetResourceVersion())
		return v.Update(ctx, next) // want RL4010:"this has the resource version of p"
	})
}
