package sleeping

import (
	"context"
	"os/exec"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	ctrl "sigs.k8s.io/controller-runtime"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// begins leaves one more behind with each pass, since the context of a reconciler ends with the program.
type begins struct {
	client.Client
	clientset kubernetes.Interface
}

func (r *begins) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	factory := informers.NewSharedInformerFactory(r.clientset, time.Hour)
	factory.Start(ctx.Done()) // want RL4003:"Reconcile starts informers here, which only the end of the program stops"

	never := make(chan struct{})
	pods := informers.NewSharedInformerFactory(r.clientset, time.Hour).Core().V1().Pods().Informer()
	go pods.Run(never) // want RL4003:"Reconcile starts informers here, which only the end of the program stops"

	go r.refresh(ctx, req) // want RL4003:"Reconcile starts one more goroutine here, which ends only when the program does"

	go func() { // want RL4003:"Reconcile starts one more goroutine here, which ends only when the program does"
		for range time.Tick(time.Minute) {
			_ = r.renew(ctx, req)
		}
	}()
	go wait.UntilWithContext(ctx, func(ctx context.Context) { _ = r.renew(ctx, req) }, time.Minute) // want RL4003:"Reconcile starts one more goroutine here"
	return ctrl.Result{}, exec.Command("sync", req.Name).Run()                                      // want RL4003:"blocks here with no upper bound .exec.Cmd.Run, which has no time-out"
}

// hears adds a handler in each pass.
type hears struct {
	config *rest.Config
	pods   cache.SharedIndexInformer
	all    ctrlcache.Cache
}

func (r *hears) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if _, err := r.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{}); err != nil { // want RL4003:"Reconcile adds one more handler here, which the informer calls as long as it runs"
		return ctrl.Result{}, err
	}
	pods, err := r.all.GetInformer(ctx, &corev1.Pod{})
	if err != nil {
		return ctrl.Result{}, err
	}
	_, err = pods.AddEventHandlerWithResyncPeriod(cache.ResourceEventHandlerFuncs{}, time.Hour) // want RL4003:"Reconcile adds one more handler here"
	if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.mirror(ctx)
}

func (r *hears) mirror(ctx context.Context) error {
	own, err := ctrlcache.New(r.config, ctrlcache.Options{})
	if err != nil {
		return err
	}
	pods, err := own.GetInformer(ctx, &corev1.Pod{})
	if err != nil {
		return err
	}
	_, err = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{})
	go own.Start(ctx) // want RL4003:"Reconcile starts informers here, which only the end of the program stops"
	return err
}

// hearsOnce knows which informers it has added a handler to.
type hearsOnce struct {
	all  ctrlcache.Cache
	seen sync.Map
}

func (r *hearsOnce) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if _, ok := r.seen.LoadOrStore("pods", true); ok {
		return ctrl.Result{}, nil
	}
	pods, err := r.all.GetInformer(ctx, &corev1.Pod{})
	if err != nil {
		return ctrl.Result{}, err
	}
	_, err = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{})
	return ctrl.Result{}, err
}

// hearsFor takes its handler back.
type hearsFor struct{ pods cache.SharedIndexInformer }

func (r *hearsFor) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	heard, err := r.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{})
	if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.pods.RemoveEventHandler(heard)
}

func (r *begins) refresh(ctx context.Context, req ctrl.Request) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			_ = r.renew(ctx, req)
		}
	}
}

func (r *begins) renew(context.Context, ctrl.Request) error { return nil }

// runs gives the program that it runs a context which never ends.
type runs struct{}

func (runs) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	_, err := exec.CommandContext(context.Background(), "sync", req.Name).Output() // want RL4003:"blocks here with no upper bound .exec.Cmd.Output, which has no time-out"
	return ctrl.Result{}, err
}

// beginsOnce knows what it has begun, or ends it with the pass.
type beginsOnce struct {
	begins
	mu      sync.Mutex
	running map[ctrl.Request]context.CancelFunc
	seen    sync.Map
}

func (r *beginsOnce) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.bounded(ctx); err != nil {
		return ctrl.Result{}, err
	}
	if _, ok := r.seen.LoadOrStore(req, true); !ok {
		go r.refresh(ctx, req)
	}
	r.ensure(ctx, req)
	return ctrl.Result{}, exec.CommandContext(ctx, "sync", req.Name).Run()
}

func (r *beginsOnce) ensure(ctx context.Context, req ctrl.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.running[req]; ok {
		return
	}
	ctx, r.running[req] = context.WithCancel(ctx)
	go r.refresh(ctx, req)
}

func (r *beginsOnce) bounded(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	factory := informers.NewSharedInformerFactory(r.clientset, time.Hour)
	factory.Start(ctx.Done())
	stop := make(chan struct{})
	defer close(stop)
	go factory.Core().V1().Pods().Informer().Run(stop)
	failed := make(chan error, 1)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case failed <- r.renew(ctx, ctrl.Request{}):
				return
			}
		}
	}()
	return <-failed
}

func (r *beginsOnce) forget(req ctrl.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.running, req)
	r.seen.Delete(req)
}

// beginsAny is of any kind of object.
type beginsAny[T client.Object] struct{ of T }

func (r *beginsAny[T]) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	go r.refresh(ctx, req) // want RL4003:"Reconcile starts one more goroutine here, which ends only when the program does"
	return ctrl.Result{}, nil
}

func (r *beginsAny[T]) refresh(ctx context.Context, req ctrl.Request) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Minute):
			println(req.Name, r.of.GetName())
		}
	}
}
