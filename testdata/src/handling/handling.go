// Package handling sends requests in event handlers.
package handling

import (
	"context"
	"log"
	"sync"
	"time"

	prometheus "github.com/prometheus/client_golang/api/prometheus/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/handling/far"
)

type pods interface {
	Mark(ctx context.Context, pod *corev1.Pod) error
	Key(pod *corev1.Pod) (string, error)
}

var _ pods = &far.Pods{}

type watcher struct {
	pods    pods
	client  client.Client
	live    kubernetes.Interface
	metrics prometheus.API
	queue   workqueue.TypedRateLimitingInterface[string]
}

func (w *watcher) OnAdd(obj any, _ bool) {
	pod := obj.(*corev1.Pod)
	if err := w.pods.Mark(context.Background(), pod); err != nil { // want RL4003:"an event handler sends a request or waits here, and is handed no other event meanwhile; .* .w.pods.Mark.; reached by handling.watcher.OnAdd" RL4007:"the error of w.pods.Mark is lost with the event"
		log.Print(err)
	}
	if err := w.pods.Mark(context.Background(), pod); err != nil { // want RL4007:"the error of w.pods.Mark is lost with the event"
		log.Print(err)
	}
}

func (w *watcher) OnUpdate(_, obj any) {
	key, err := w.pods.Key(obj.(*corev1.Pod))
	if err == nil {
		w.queue.Add(key)
	}
}

func (w *watcher) OnDelete(obj any) {
	w.forget(obj.(*corev1.Pod))                                              // want RL7002:"panics"
	go func() { _ = w.pods.Mark(context.Background(), obj.(*corev1.Pod)) }() // want RL4007:"the error of w.pods.Mark is thrown away"
}

// forget asks a server that is none of Kubernetes'.
func (w *watcher) forget(pod *corev1.Pod) {
	if _, _, err := w.metrics.Query(context.Background(), pod.Name, time.Now()); err != nil { // want RL4003:".w.metrics.Query.; reached by handling.watcher.OnDelete → handling.watcher.forget"
		log.Print(err)
	}
}

func (w *watcher) handlers(ctx context.Context) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if err := w.send(ctx, obj.(*corev1.Pod)); err != nil { // want RL4003:".w.send.; reached by an event handler"
				w.queue.AddRateLimited(obj.(*corev1.Pod).Name)
			}
		},
		DeleteFunc: func(obj any) {
			node, err := w.live.CoreV1().Nodes().Get(ctx, obj.(*corev1.Pod).Spec.NodeName, metav1.GetOptions{}) // want RL7002:"panics"
			if err != nil {
				return // want RL7002:"this event is lost where w.live.CoreV1...Nodes...Get fails"
			}
			w.queue.Add(node.Name)
		},
	}
}

// send returns its error to whoever handles it.
func (w *watcher) send(ctx context.Context, pod *corev1.Pod) error { return w.client.Update(ctx, pod) }

func (w *watcher) watches() handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(ctx context.Context, obj client.Object) []reconcile.Request {
		pods := &corev1.PodList{}
		if err := w.client.List(ctx, pods); err != nil { // from the cache
			return nil
		}
		return []reconcile.Request{{NamespacedName: client.ObjectKeyFromObject(obj)}}
	})
}

// told hands events on.
type told struct{ events, all chan string }

func (t *told) OnAdd(obj any, _ bool) {
	select {
	case t.all <- obj.(*corev1.Pod).Name:
	default:
	}
	t.events <- obj.(*corev1.Pod).Name // want RL4003:"an event handler sends a request or waits here, .*.a send on t.events."
}

func (t *told) OnUpdate(_, obj any) { t.tell(obj.(*corev1.Pod)) }

func (t *told) OnDelete(any) {}

func (t *told) tell(pod *corev1.Pod) {
	done := make(chan string, 1)
	done <- pod.Name
}

// creates is behind an interface, whose methods say by their options that they write.
type creates interface {
	CreatePod(ctx context.Context, pod *corev1.Pod, options metav1.CreateOptions) error
}

func handle(ctx context.Context, by creates) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		_ = by.CreatePod(ctx, obj.(*corev1.Pod), metav1.CreateOptions{}) // want RL4003:"an event handler sends a request" RL4007:"the error of by.CreatePod is thrown away"
	}}
}

// metered asks under a lock that others want.
type metered struct {
	metrics prometheus.API
	mu      sync.Mutex
	last    map[string]string
}

func (m *metered) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	m.mu.Lock() // want RL4003:"Reconcile holds m.mu, for which knows waits too, during a request or a pause .m.metrics.Query."
	defer m.mu.Unlock()
	value, _, err := m.metrics.Query(ctx, "up", time.Now())
	if err != nil {
		return ctrl.Result{}, err
	}
	m.last["up"] = value.String()
	return ctrl.Result{}, nil
}

func (m *metered) knows(name string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last[name] != ""
}
