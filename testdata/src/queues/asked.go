package queues

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// An asker asks limiters of its own how long an object waits.
type asker struct {
	limiter workqueue.TypedRateLimiter[any]
	named   workqueue.TypedRateLimiter[types.NamespacedName]
	bucket  *workqueue.TypedBucketRateLimiter[any]
	plain   *workqueue.TypedItemExponentialFailureRateLimiter[any]
}

func (a *asker) byPointer(pod *corev1.Pod) time.Duration {
	return a.limiter.When(pod) // want RL6007:"the key of this limiter is of type .k8s.io/api/core/v1.Pod, so that two keys for one object are not equal: each has a back-off of its own, and the limiter keeps every one"
}

func (a *asker) byObject(obj client.Object) time.Duration {
	return a.plain.When(obj) // want RL6007:"the key of this limiter is of type sigs.k8s.io/controller-runtime/pkg/client.Object"
}

func (a *asker) byName(pod *corev1.Pod) time.Duration {
	return a.limiter.When(client.ObjectKeyFromObject(pod)) + a.named.When(client.ObjectKeyFromObject(pod)) + a.limiter.When(pod.UID)
}

func (a *asker) ofAll(pod *corev1.Pod) time.Duration { return a.bucket.When(pod) }

func (a *asker) byRead(c client.Client, key types.NamespacedName) time.Duration {
	pod := &corev1.Pod{}
	if err := c.Get(context.Background(), key, pod); err != nil {
		return a.limiter.When(key)
	}
	if pod.Status.Phase == corev1.PodRunning {
		a.limiter.Forget(pod)
		return 0
	}
	return a.limiter.When(pod) // want RL6007:"the key of this limiter is of type .k8s.io/api/core/v1.Pod"
}

// byTask tries one task until it is done.
func (a *asker) byTask(name string) {
	task := &asker{}
	for work(name) != nil {
		time.Sleep(a.limiter.When(task))
	}
	a.limiter.Forget(task)
}
