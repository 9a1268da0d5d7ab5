package main

import (
	"context"

	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// A prober has a logger and a lister of a context in which there is a client too, and tells a controller that has it.
type prober struct {
	log   logr.Logger
	pods  listers.PodLister
	ready func(string)
	queue workqueue.TypedRateLimitingInterface[string]
}

func newProber(ctx context.Context, ready func(string)) *prober {
	return &prober{log.FromContext(ctx), ctx.Value("pods").(coreinformers.PodInformer).Lister(), ready,
		workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (p *prober) run() {
	for {
		key, quit := p.queue.Get()
		if quit {
			return
		}
		p.log.Info("probing", "key", key)
		if _, err := p.pods.Pods("").Get(key); err != nil {
			p.queue.AddRateLimited(key)
		} else {
			p.ready(key)
			p.queue.Forget(key)
		}
		p.queue.Done(key)
	}
}

// probe tells one controller what is ready. Another worker is told what to do with a client.
func probe(client kubernetes.Interface, c *controller) {
	ctx := log.IntoContext(context.Background(), log.Log.WithValues("client", client))
	go newProber(ctx, func(key string) { c.queue.Add(key) }).run()
	go newProber(ctx, func(key string) { client.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{}) }).run()
}
