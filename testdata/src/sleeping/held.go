package sleeping

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

var (
	tableMu sync.Mutex
	table   = map[string]string{}
)

// remote keeps what it has sent, with a lock of its own.
type remote struct {
	client.Client
	mu   sync.Mutex
	sent map[string]string
}

// set sends what is new while it has the lock.
func (r *remote) set(ctx context.Context, pod *corev1.Pod) error {
	r.mu.Lock() // want RL4003:"Reconcile holds r.mu, for which knows waits too, during a request or a pause .r.send.; reached by"
	defer r.mu.Unlock()
	if r.sent[pod.Name] == pod.ResourceVersion {
		return nil
	}
	if err := r.send(ctx, pod); err != nil {
		return err
	}
	r.sent[pod.Name] = pod.ResourceVersion
	return nil
}

func (r *remote) send(ctx context.Context, pod *corev1.Pod) error { return r.Update(ctx, pod) }

func (r *remote) knows(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.sent, "")
	return r.sent[name] != ""
}

// settled waits for an answer while it has the lock.
func (r *remote) settled(name string, answers chan bool) bool {
	r.mu.Lock() // want RL4003:"Reconcile holds r.mu, for which knows waits too, during a request or a pause .r.answer."
	defer r.mu.Unlock()
	return r.sent[name] != "" && r.answer(answers)
}

func (r *remote) answer(answers chan bool) bool {
	select {
	case ok := <-answers:
		return ok
	case <-time.After(time.Second):
		return false
	}
}

func named(name string) string {
	tableMu.Lock()
	defer tableMu.Unlock()
	delete(table, "")
	return table[name]
}

// look needs the lock for what it remembers alone, and reads from the cache.
func (r *remote) look(ctx context.Context, pod *corev1.Pod) error {
	r.mu.Lock()
	known := r.sent[pod.Name]
	err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod)
	r.mu.Unlock()
	if err != nil || known == "" {
		return err
	}
	return r.Update(ctx, pod)
}

// keeper has a remote, and another for each object.
type keeper struct {
	remote *remote
	paced  *paced
	each   map[string]*remote
}

func (r *keeper) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.remote.look(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	if r.remote.settled(pod.Name, make(chan bool)) {
		return ctrl.Result{}, nil
	}
	if err := r.paced.set(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.each[req.Name].alone(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	tableMu.Lock() // want RL4003:"Reconcile holds tableMu, for which named waits too,"
	table[req.Name] = pod.Name
	err := r.remote.Update(ctx, pod)
	tableMu.Unlock()
	if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.remote.set(ctx, pod)
}

// alone has the lock of one object's remote, which no other object wants.
func (r *remote) alone(ctx context.Context, pod *corev1.Pod) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	go func() { _ = r.Delete(ctx, pod) }() // want RL4007:"the error of r.Delete is thrown away"
	return r.Update(ctx, pod)
}

// paced sends one request at a time, and has its lock for nothing else.
type paced struct {
	client.Client
	mu sync.Mutex
}

func (p *paced) set(ctx context.Context, pod *corev1.Pod) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Update(ctx, pod)
}

func (p *paced) make(ctx context.Context, pod *corev1.Pod) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := controllerutil.CreateOrUpdate(ctx, p, pod, func() error { return nil })
	return err
}

// inTurn has one pass at a time.
type inTurn struct {
	client.Client
	mu sync.Mutex
}

func (r *inTurn) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return ctrl.Result{}, r.Update(ctx, &corev1.Pod{})
}

// endless starts goroutines that nobody ends.
type endless struct {
	client.Client
	started bool
}

func (r *endless) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	go func() { // want RL4003:"Reconcile starts one more goroutine here, which never ends"
		for {
			_ = r.Update(ctx, pod)
			time.Sleep(time.Minute)
		}
	}()
	go func() {
		for {
			if r.Update(ctx, pod) == nil { // want RL4010:"after a conflict each further try fails too: this updates pod"
				return
			}
			time.Sleep(time.Minute)
		}
	}()
	go r.forever(ctx) // want RL4003:"Reconcile starts one more goroutine here, which never ends"
	r.once(ctx, pod)
	return ctrl.Result{}, nil
}

// forever goes on for all passes, but each begins it.
func (r *endless) forever(ctx context.Context) {
	for {
		_ = r.List(ctx, &corev1.PodList{})
		time.Sleep(time.Minute)
	}
}

// once keeps that it has started one.
func (r *endless) once(ctx context.Context, pod *corev1.Pod) {
	if r.started {
		return
	}
	r.started = true
	go func() {
		for {
			_ = r.Update(ctx, pod)
			time.Sleep(time.Minute)
		}
	}()
}

// handsOver tells the pass that waits when it is done.
type handsOver struct {
	client.Client
	mu   sync.Mutex
	next chan struct{}
	dial func(context.Context) error
}

func (r *handsOver) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	next := r.wait()
	select {
	case <-next:
	case <-ctx.Done():
	}
	r.dialer(&corev1.Pod{})
	r.tellsOnce()
	return ctrl.Result{}, nil
}

func (r *handsOver) wait() chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.next = make(chan struct{}, 1)
	return r.next
}

// tellsOnce has room for what it sends.
func (r *handsOver) tellsOnce() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.next != nil {
		r.next <- struct{}{}
		close(r.next)
		r.next = nil
	}
}

// dialer makes a function that sends a request later.
func (r *handsOver) dialer(pod *corev1.Pod) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dial = r.sender(pod)
}

func (r *handsOver) sender(pod *corev1.Pod) func(context.Context) error {
	return func(ctx context.Context) error { return r.Update(ctx, pod) }
}
