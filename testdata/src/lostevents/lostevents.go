// Package lostevents has handlers that drop events, and signals that nobody hears.
package lostevents

import (
	"context"
	"log"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type controller struct {
	client.Client
	apiReader client.Reader
	live      client.Reader
	either    client.Reader
	clientset kubernetes.Interface
	nodes     corelisters.NodeLister
	queue     workqueue.TypedRateLimitingInterface[string]
	trigger   chan struct{}
	kept      chan struct{}
	values    chan string
	events    chan event.GenericEvent
	given     chan struct{}
	marker    marker
}

type marker interface {
	remark(ctx context.Context, node *corev1.Node)
}

type marking struct{ client.Client }

func (m *marking) remark(ctx context.Context, node *corev1.Node) {
	if err := m.Patch(ctx, node, client.Merge); err != nil {
		log.Print("cannot mark the node: ", err)
		return // want RL7002:"this event is lost where m.Patch fails"
	}
}

func newController(given chan struct{}, mgr manager.Manager) *controller {
	c := &controller{live: mgr.GetAPIReader(), either: mgr.GetAPIReader(), trigger: make(chan struct{}), kept: make(chan struct{}, 1), values: make(chan string), events: make(chan event.GenericEvent), given: given}
	c.either = mgr.GetClient()
	return c
}

func (c *controller) handlers(ctx context.Context) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			node, err := c.clientset.CoreV1().Nodes().Get(ctx, pod.Spec.NodeName, metav1.GetOptions{})
			if err != nil {
				log.Print("cannot get the node: ", err)
				return // want RL7002:"this event is lost where c.clientset.CoreV1...Nodes...Get fails: nothing tells the handler again"
			}
			c.queue.Add(node.Name)
		},
		UpdateFunc: func(_, obj any) {
			pod := obj.(*corev1.Pod)
			node, err := c.nodes.Get(pod.Spec.NodeName)
			if err != nil {
				return // it is not there
			}
			c.queue.Add(node.Name)
			if _, err := c.clientset.CoreV1().Nodes().Get(ctx, pod.Spec.NodeName, metav1.GetOptions{}); err != nil { // want RL4003:"an event handler sends a request"
				c.queue.AddRateLimited(node.Name)
				return
			}
		},
		DeleteFunc: c.deleted,
	}
}

func (c *controller) handlersOfNodes(ctx context.Context) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { c.mark(ctx, obj.(*corev1.Node)) },
		UpdateFunc: func(_, obj any) { c.marker.remark(ctx, obj.(*corev1.Node)) },
		DeleteFunc: func(obj any) {
			if err := c.unmark(ctx, obj.(*corev1.Node)); err != nil { // want RL4003:"an event handler sends a request" RL7002:"panics"
				c.again(obj)
			}
			if err := c.unmark(ctx, obj.(*corev1.Node)); err != nil { // want RL4007:"the error of c.unmark is lost with the event"
				log.Print("cannot unmark the node: ", err)
			}
		},
	}
}

// mark does in the handler what is to be done, and nobody hears of it.
func (c *controller) mark(ctx context.Context, node *corev1.Node) {
	if err := c.Update(ctx, node); err != nil {
		log.Print("cannot mark the node: ", err)
		return // want RL7002:"this event is lost where c.Update fails"
	}
	c.queue.Add(node.Name)
}

func (c *controller) unmark(ctx context.Context, node *corev1.Node) error {
	if err := c.Update(ctx, node); err != nil {
		return err
	}
	return nil
}

func (c *controller) deleted(obj any) {
	list, err := c.clientset.CoreV1().Pods("").List(context.Background(), metav1.ListOptions{}) // want RL4003:"an event handler sends a request"
	if err != nil {
		c.again(obj)
		return
	}
	for _, pod := range list.Items {
		c.queue.Add(pod.Name)
	}
	if _, err := c.clientset.CoreV1().Pods("").List(context.Background(), metav1.ListOptions{}); err != nil {
		return // want RL7002:"this event is lost where"
	}
}

func (c *controller) again(any) {}

func (c *controller) mapped() handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(ctx context.Context, _ client.Object) []reconcile.Request {
		var pods corev1.PodList
		if err := c.List(ctx, &pods); err != nil {
			return nil // from a cache
		}
		if err := c.apiReader.List(ctx, &pods); err != nil {
			return nil // want RL7002:"this event is lost where c.apiReader.List fails"
		}
		if err := c.live.List(ctx, &pods); err != nil {
			return nil // want RL7002:"this event is lost where c.live.List fails"
		}
		if err := c.either.List(ctx, &pods); err != nil {
			return nil
		}
		return make([]reconcile.Request, len(pods.Items))
	})
}

// collected returns what it has collected before a request fails.
func (c *controller) collected() []handler.EventHandler {
	return []handler.EventHandler{
		handler.EnqueueRequestsFromMapFunc(c.inLists(corev1.NamespaceAll)),
		handler.EnqueueRequestsFromMapFunc(c.besideOwn),
	}
}

func (c *controller) inLists(namespace string) handler.MapFunc {
	return func(ctx context.Context, _ client.Object) []reconcile.Request {
		requests, made := []reconcile.Request{}, make([]reconcile.Request, 0)
		pods, err := c.clientset.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{})
		if err != nil {
			return requests // want RL7002:"this event is lost where"
		}
		if _, err := c.clientset.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{}); err != nil {
			return made // want RL7002:"this event is lost where"
		}
		for _, pod := range pods.Items {
			requests = append(requests, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(&pod)})
		}
		return append(requests, made...)
	}
}

func (c *controller) besideOwn(ctx context.Context, obj client.Object) []reconcile.Request {
	own := []reconcile.Request{{NamespacedName: client.ObjectKeyFromObject(obj)}}
	if _, err := c.clientset.CoreV1().Pods("").List(ctx, metav1.ListOptions{}); err != nil { // want RL4003:"an event handler sends a request"
		return own
	}
	all, last := c.known()
	if _, err := c.clientset.CoreV1().Nodes().List(ctx, metav1.ListOptions{}); err != nil {
		return all
	}
	if _, err := c.clientset.CoreV1().Services("").List(ctx, metav1.ListOptions{}); err != nil {
		return always
	}
	two := make([]reconcile.Request, 2)
	if _, err := c.clientset.CoreV1().Secrets("").List(ctx, metav1.ListOptions{}); err != nil {
		return two
	}
	return append(own, last)
}

var always []reconcile.Request

func (c *controller) known() ([]reconcile.Request, reconcile.Request)

func (c *controller) signal() {
	select {
	case c.trigger <- struct{}{}: // want RL7002:"this signal is lost while nobody receives from c.trigger, which has no buffer"
	default:
	}
	select {
	case c.kept <- struct{}{}:
	default:
	}
	select {
	case c.values <- "":
	default:
	}
	select {
	case c.events <- event.GenericEvent{}: // want RL7002:"this signal is lost while nobody receives from c.events, which has no buffer"
	default:
	}
	select {
	case c.given <- struct{}{}:
	default:
	}
	select {
	case c.trigger <- struct{}{}:
	default:
		c.again(nil)
	}
}
