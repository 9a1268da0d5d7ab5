package main

import (
	"context"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// early starts what reads before it starts the manager.
func early(ctx context.Context, mgr ctrl.Manager) error {
	go warm(ctx, mgr.GetClient()) // want RL7003:"this goroutine reads with the manager's client .c.List. before the manager has started"
	cached := mgr.GetClient()
	go func() { // want RL7003:"this goroutine reads with the manager's client .cached.List."
		log.Print(cached.List(ctx, &corev1.PodList{}))
	}()
	go warm(ctx, direct(mgr))
	go watch(ctx, mgr) // want RL7003:"this goroutine reads with the manager's client .isInstalled. before the manager has started"
	own, other := newCollector(mgr.GetClient()), newCollector(direct(mgr))
	go own.collect(ctx)                           // want RL7003:"this goroutine reads with the manager's client .r.Client.List."
	go (&collector{mgr.GetClient()}).collect(ctx) // want RL7003:"this goroutine reads with the manager's client .r.Client.List."
	go other.collect(ctx)
	go func() {
		<-mgr.Elected()
		warm(ctx, cached)
	}()
	go func() {
		time.Sleep(time.Minute)
		log.Print(cached.List(ctx, &corev1.PodList{}))
	}()
	if err := mgr.Add(manager.RunnableFunc(func(ctx context.Context) error {
		go warm(ctx, cached)
		return nil
	})); err != nil {
		return err
	}
	go func() { log.Print(mgr.Start(ctx)) }()
	mgr.GetCache().WaitForCacheSync(ctx)
	go warm(ctx, cached)
	return nil
}

func warm(ctx context.Context, c client.Client) {
	log.Print(c.List(ctx, &corev1.PodList{}))
}

// direct returns a client without a cache.
func direct(mgr ctrl.Manager) client.Client {
	c, err := client.New(mgr.GetConfig(), client.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return c
}

// collector has the manager's client from main.
type collector struct{ client.Client }

func newCollector(c client.Client) *collector { return &collector{c} }

func (r *collector) SetupWithManager(mgr ctrl.Manager) error {
	go r.collect(context.Background()) // want RL7003:"this goroutine reads with the manager's client .r.Client.List."
	go r.poll(context.Background())
	go (&twice{mgr.GetClient(), mgr.GetAPIReader()}).past(context.Background())
	go (&twice{mgr.GetClient(), mgr.GetAPIReader()}).cached(context.Background()) // want RL7003:"this goroutine reads with the manager's client .t.pods.List."
	go r.all(context.Background())                                                // want RL7003:"this goroutine reads with the manager's client .listPods."
	go r.later(context.Background())
	go r.told(context.Background())
	return mgr.Add(manager.RunnableFunc(r.poll))
}

// refresh may run in a pass, once the manager has started.
func (r *collector) refresh(ctx context.Context) {
	go r.collect(ctx)
}

func (r *collector) collect(ctx context.Context) {
	for {
		log.Print(r.Client.List(ctx, &corev1.PodList{}))
		time.Sleep(time.Minute)
	}
}

func (r *collector) poll(ctx context.Context) error {
	for range time.Tick(time.Minute) {
		log.Print(r.List(ctx, &corev1.PodList{}))
	}
	return nil
}

func (r *collector) all(ctx context.Context) { log.Print(listPods(ctx, r)) }

func listPods(ctx context.Context, c client.Reader) error { return c.List(ctx, &corev1.PodList{}) }

// twice reads from the cache, and from the API server.
type twice struct{ pods, apiReader client.Reader }

func (t *twice) past(ctx context.Context) { log.Print(t.apiReader.List(ctx, &corev1.PodList{})) }

func (t *twice) cached(ctx context.Context) { log.Print(t.pods.List(ctx, &corev1.PodList{})) }

func (r *collector) told(ctx context.Context) { log.Print(listen(ctx, r)) }

func (r *collector) later(ctx context.Context) { log.Print(getOnceReady(ctx, r)) }

// listen reads when it is told to.
func listen(ctx context.Context, c client.Reader) error {
	for range news {
		if err := c.List(ctx, &corev1.PodList{}); err != nil {
			return err
		}
	}
	return nil
}

var news = make(chan struct{})

// getOnceReady reads some time after the cache has started.
func getOnceReady(ctx context.Context, c client.Reader) error {
	time.Sleep(time.Minute)
	return c.List(ctx, &corev1.PodList{})
}

// watch asks by a function of its own.
func watch(ctx context.Context, mgr ctrl.Manager) {
	for !isInstalled(ctx, mgr.GetClient()) {
		log.Print("not yet")
	}
}

func isInstalled(ctx context.Context, c client.Client) bool {
	return c.Get(ctx, client.ObjectKey{Name: "a"}, &corev1.Pod{}) == nil
}
