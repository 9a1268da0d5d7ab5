// Package passstate keeps state of a request in reconcilers.
package passstate

import (
	"context"
	"sync"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// logs keeps its logger.
type logs struct {
	client.Client
	log logr.Logger
}

func (r *logs) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.log = log.FromContext(ctx).WithValues("pod", req.Name) // want RL4011:"Reconcile keeps state of a request in logs.log: with more than one worker a pass can see that of another object"
	return r.sync()
}

func (r *logs) sync() (ctrl.Result, error) {
	r.log.Info("done")
	return ctrl.Result{}, nil
}

// many has four workers.
type many struct {
	client.Client
	pod *corev1.Pod
}

func (r *many) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(controller.Options{MaxConcurrentReconciles: 4}).Complete(r)
}

func (r *many) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.load(ctx, req); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, r.Update(ctx, r.pod)
}

func (r *many) load(ctx context.Context, req ctrl.Request) error {
	r.pod = &corev1.Pod{} // want RL4011:"in many.pod: with 4 workers"
	return r.Get(ctx, req.NamespacedName, r.pod)
}

// counts writes into a map.
type counts struct {
	client.Client
	seen map[string]int
}

func (r *counts) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.seen[req.Name]++ // want RL4011:"writes into the map counts.seen without a lock" RL4011:"counts.seen has an entry for each object"
	return ctrl.Result{}, nil
}

// byHand takes items from a queue of its own, and several workers write into its map.
type byHand struct {
	client.Client
	queue workqueue.TypedRateLimitingInterface[string]
	mu    sync.RWMutex
	ids   map[string]int
}

func (c *byHand) next(ctx context.Context) bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	c.mu.RLock()
	known := c.ids[key]
	c.mu.RUnlock()
	if err := c.process(ctx, key); err != nil && known == 0 {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

func (c *byHand) process(ctx context.Context, key string) error {
	var pod corev1.Pod
	if err := c.Get(ctx, client.ObjectKey{Name: key}, &pod); err != nil {
		delete(c.ids, key)
		return client.IgnoreNotFound(err)
	}
	c.ids[key] = len(pod.Spec.Containers) // want RL4011:"a worker of the queue writes into the map byHand.ids without a lock"
	return nil
}

// both reads in the workers of its own queue what Reconcile sets.
type both struct {
	client.Client
	queue workqueue.TypedRateLimitingInterface[string]
	mu    sync.Mutex
	area  client.Client
	areas func(name string) client.Client
}

func (r *both) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.area = r.areas(req.Namespace) // want RL4011:"Reconcile keeps state of a request in both.area"
	r.queue.Add(req.Name)
	return ctrl.Result{}, nil
}

func (r *both) next(ctx context.Context) bool {
	key, quit := r.queue.Get()
	if quit {
		return false
	}
	defer r.queue.Done(key)
	r.mu.Lock()
	err := r.sync(ctx, key)
	r.mu.Unlock()
	if err != nil {
		r.queue.AddRateLimited(key)
		return true
	}
	r.queue.Forget(key)
	return true
}

func (r *both) sync(ctx context.Context, key string) error {
	var pod corev1.Pod
	return r.area.Get(ctx, client.ObjectKey{Name: key}, &pod)
}

// remembers never forgets an object.
type remembers struct {
	client.Client
	mu     sync.Mutex
	last   map[types.NamespacedName]string
	synced sync.Map
	known  map[string]bool
	Owners map[corev1.ObjectReference]string
}

func (r *remembers) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last[req.NamespacedName] == "done" {
		return ctrl.Result{}, nil
	}
	r.last[req.NamespacedName] = "done" // want RL4011:"remembers.last has an entry for each object that there ever was"
	r.synced.Store(req, true)           // want RL4011:"remembers.synced has an entry"
	r.known[req.String()] = true
	r.owned(&corev1.ObjectReference{Name: req.Name}, req.Name)
	return ctrl.Result{}, nil
}

func (r *remembers) owned(by *corev1.ObjectReference, name string) {
	if r.Owners[*by] == "" {
		r.Owners[*by] = name // want RL4011:"remembers.Owners has an entry for each object"
	}
}

func (r *remembers) forget(req ctrl.Request) { delete(r.known, req.String()) }

// seen has an entry for each name, and done has one until it is deleted.
var (
	seenMutex  sync.Mutex
	seen, done = map[string]bool{}, map[string]bool{}
)

// connected has an entry for each Pod that has ever asked for one.
var connected sync.Map

func connect(pod *corev1.Pod) { connected.Store(pod.UID, pod.Name) } // want RL4011:"connected has an entry for each object"

// ofPackage remembers in variables of the package.
type ofPackage struct{ client.Client }

func (r *ofPackage) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	seenMutex.Lock()
	defer seenMutex.Unlock()
	key := req.NamespacedName.String()
	if !seen[key] {
		seen[key] = true // want RL4011:"seen has an entry for each object that there ever was"
		done[req.Name] = true
		return ctrl.Result{}, nil
	}
	delete(done, req.Name)
	return ctrl.Result{}, nil
}

// Near misses.

// between sets under a lock that it gives back.
type between struct {
	client.Client
	mu   sync.Mutex
	last string
}

func (r *between) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.mu.Lock()
	if r.last == req.Name {
		r.mu.Unlock()
		return ctrl.Result{}, nil
	}
	r.last = req.Name
	r.mu.Unlock()
	return ctrl.Result{}, nil
}

// guarded has a lock.
type guarded struct {
	client.Client
	mu   sync.Mutex
	seen map[string]int
	last string
}

func (r *guarded) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[req.Name]++ // want RL4011:"guarded.seen has an entry for each object"
	r.last = req.Name
	_ = r.last
	return ctrl.Result{}, nil
}

// lazily sets what is the same for all.
type lazily struct {
	client.Client
	once sync.Once
	name string
	more string
}

func (r *lazily) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if r.name == "" {
		r.name = r.find(ctx)
	}
	r.once.Do(func() { r.more = r.find(ctx) })
	log.FromContext(ctx).Info(r.name, "more", r.more)
	return ctrl.Result{}, nil
}

func (r *lazily) find(context.Context) string { return "" }

// copies is copied for each pass.
type copies struct {
	client.Client
	log logr.Logger
}

func (r copies) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.log = log.FromContext(ctx).WithValues("pod", req.Name)
	r.log.Info("done")
	return ctrl.Result{}, nil
}

// perRequest makes a struct for each request.
type perRequest struct{ client.Client }

type run struct {
	*perRequest
	log logr.Logger
}

func (r *perRequest) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	one := &run{perRequest: r}
	one.log = log.FromContext(ctx).WithValues("pod", req.Name)
	one.log.Info("done")
	return ctrl.Result{}, nil
}

// set is set before it starts.
type set struct {
	client.Client
	name string
}

func (r *set) setup(name string) { r.name = name }

func (r *set) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	log.FromContext(ctx).Info(r.name)
	return ctrl.Result{}, nil
}

// written is never read by a pass.
type written struct {
	client.Client
	last string
}

func (r *written) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.last = req.Name
	return ctrl.Result{}, nil
}

// several keeps more than one, which is one mistake.
type several struct {
	client.Client
	pod *corev1.Pod
	log logr.Logger
}

func (r *several) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.log = log.FromContext(ctx).WithValues("pod", req.Name) // want RL4011:"in several.log and 1 more: with more than one worker"
	r.pod = &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, r.pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	r.log.Info("got", "pod", r.pod.Name)
	return ctrl.Result{}, nil
}

// domains reads what is the same for all when the first request comes.
type domains struct {
	client.Client
	list  []string
	first string
}

func (r *domains) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if r.list == nil {
		list, name, err := r.find(ctx)
		if err != nil {
			return ctrl.Result{}, err
		}
		r.list = list
		r.first = name
	}
	log.FromContext(ctx).Info(r.first, "list", r.list)
	return ctrl.Result{}, nil
}

func (r *domains) find(context.Context) ([]string, string, error) { return nil, "", nil }

// logger is that of the last request.
var logger = log.Log

type global struct{ client.Client }

func (r *global) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	logger = log.FromContext(ctx).WithValues("pod", req.Name) // want RL4011:"Reconcile keeps state of a request in variable logger: with more"
	return r.sync()
}

func (r *global) sync() (ctrl.Result, error) {
	logger.Info("done")
	return ctrl.Result{}, nil
}

// An owner is shared by what embeds it or has it in a field.
type owner struct {
	client.Client
	ctx context.Context
}

func (o *owner) with(ctx context.Context) { o.ctx = ctx } // want RL4011:"in embeds.owner.ctx: with more than one worker"

func (o *owner) list() error { return o.List(o.ctx, &corev1.PodList{}) }

// embeds sets a field of what it embeds, by a method of that.
type embeds struct{ *owner }

func (r *embeds) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	r.with(ctx)
	return ctrl.Result{}, r.list()
}

// A step has the object of a pass.
type step struct{ pod *corev1.Pod }

func (s *step) name() string { return s.pod.Name }

// inside sets a field of what it points to.
type inside struct {
	client.Client
	step *step
}

func (r *inside) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	r.step.pod = &pod // want RL4011:"in inside.step.pod: with more than one worker"
	log.FromContext(ctx).Info(r.step.name())
	return ctrl.Result{}, nil
}

// filled has its object read into its own field.
type filled struct {
	client.Client
	pod corev1.Pod
}

func (r *filled) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Get(ctx, req.NamespacedName, &r.pod); err != nil { // want RL4011:"in filled.pod: with more than one worker"
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	log.FromContext(ctx).Info(r.pod.Name)
	return ctrl.Result{}, nil
}

// whole sets its object and then parts of it, which is one mistake.
type whole struct {
	client.Client
	pod *corev1.Pod
}

func (r *whole) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.pod = &corev1.Pod{} // want RL4011:"in whole.pod: with more than one worker"
	if err := r.Get(ctx, req.NamespacedName, r.pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, r.mark(ctx, req.Name)
}

func (r *whole) mark(ctx context.Context, name string) error {
	r.pod.Annotations["by"] = name
	r.pod.Spec.Hostname = name
	if r.pod.Spec.Hostname == "" {
		return nil
	}
	return r.Update(ctx, r.pod)
}

// A cached name is guarded by what has it.
type cached struct {
	mu   sync.Mutex
	name string
}

func (c *cached) set(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.name = name
}

func (c *cached) get() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.name
}

// fresh makes for each pass what it sets fields of, and has a cache.
type fresh struct {
	client.Client
	cache *cached
}

func (r *fresh) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	s := &step{}
	s.pod = &corev1.Pod{}
	r.cache.set(req.Name)
	log.FromContext(ctx).Info(s.name(), "last", r.cache.get())
	return ctrl.Result{}, nil
}

// forgetful takes the lock where it puts an entry, and not where it deletes one.
type forgetful struct {
	client.Client
	mu   sync.Mutex
	seen map[string]int
}

func (r *forgetful) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Get(ctx, req.NamespacedName, &corev1.Pod{}); err != nil {
		delete(r.seen, req.Name) // want RL4011:"Reconcile writes into the map forgetful.seen without a lock"
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[req.Name]++
	return ctrl.Result{}, nil
}

// lastSeen is set by the passes of two reconcilers, which one function does for both.
var lastSeen string

func remember(name string) {
	lastSeen = name // want RL4011:"Reconcile keeps state of a request in variable lastSeen"
}

type seesPods struct{ client.Client }

func (r seesPods) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	remember(req.Name)
	log.FromContext(ctx).Info("reconcile", "last", lastSeen)
	return ctrl.Result{}, nil
}

type seesNodes struct{ client.Client }

func (r *seesNodes) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	remember(req.Name)
	log.FromContext(ctx).Info("reconcile", "last", lastSeen)
	return ctrl.Result{}, nil
}

// named gives all controllers its own logger.
type named struct{ client.Client }

func (r *named) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	ctrl.Log = ctrl.Log.WithValues("pod", req.Name) // want RL4011:"Reconcile keeps state of a request in variable Log"
	ctrl.Log.Info("reconcile")
	return ctrl.Result{}, nil
}
