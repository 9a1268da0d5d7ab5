package queues

import (
	"time"

	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// The queues of the package are its variables.
var (
	neverAsked = workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()) // want RL6004:"nothing calls AddRateLimited on this queue"
	retrying   = workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())

	// patience counts the failures of whatever key it is asked about.
	patience = workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute)
	first    = workqueue.NewTypedRateLimitingQueue[string](patience)
)

// Request adds a key to both.
func Request(key string) {
	neverAsked.Add(key)
	retrying.Add(key)
}

func takeNeverAsked() bool {
	key, quit := neverAsked.Get()
	if quit {
		return false
	}
	defer neverAsked.Done(key)
	println(key)
	return true
}

func takeRetrying(sync func(string) error) bool {
	key, quit := retrying.Get()
	if quit {
		return false
	}
	defer retrying.Done(key)
	if err := sync(key); err != nil {
		retrying.AddRateLimited(key)
		return true
	}
	retrying.Forget(key)
	return true
}

// second has a queue with the limiter of another.
type second struct{ queue queue }

func newSecond() *second {
	return &second{workqueue.NewTypedRateLimitingQueue[string](patience)} // want RL2001:"the queue made at line 17 asks the same limiter"
}

func (s *second) failed(key string) {
	first.AddRateLimited(key)
	s.queue.AddRateLimited(key)
}

// heldObject is a key that holds what an event is about.
type heldObject struct {
	resource string
	object   any
}

// held adds such keys, held in a field that can be anything.
type held struct {
	queue   workqueue.TypedRateLimitingInterface[any]
	objects workqueue.TypedRateLimitingInterface[any]
	named   workqueue.TypedRateLimitingInterface[any]
}

func newHeld(informer cache.SharedIndexInformer) *held {
	h := &held{anyQueue(), anyQueue(), anyQueue()}
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { h.Enqueue("pods", obj) },
		UpdateFunc: func(_, obj any) { h.enqueueObject(obj) },
		DeleteFunc: h.enqueueAll,
	})
	return h
}

func anyQueue() workqueue.TypedRateLimitingInterface[any] {
	return workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[any]())
}

// Enqueue adds an object of some kind.
func (h *held) Enqueue(resource string, obj any) {
	h.queue.Add(heldObject{resource, obj})
}

func (h *held) enqueueObject(obj any) {
	h.objects.Add(obj) // want RL6007:"the key is what an event handler is called with"
}

func (h *held) enqueueName(obj any) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		h.add(key)
	}
}

// enqueueAll is called with an object or with a text, and adds a text of either.
func (h *held) enqueueAll(obj any) {
	if _, ok := obj.(string); ok {
		h.named.Add(obj)
		return
	}
	h.enqueueName(obj)
}

// add is handed texts.
func (h *held) add(key any) { h.named.Add(key) }

func (h *held) run(sync func(any) error) {
	go h.work(h.queue, sync)
	go h.work(h.objects, sync)
	go h.work(h.named, sync)
}

func (h *held) work(q workqueue.TypedRateLimitingInterface[any], sync func(any) error) {
	for {
		key, quit := q.Get()
		if quit {
			return
		}
		if err := sync(key); err != nil {
			q.AddRateLimited(key)
		} else {
			q.Forget(key)
		}
		q.Done(key)
	}
}
