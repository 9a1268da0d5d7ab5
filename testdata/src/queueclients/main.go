// Command queueclients has controllers made by hand, each with a client of its own.
package main

import (
	"context"
	"flag"
	"math/rand"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/client-go/util/workqueue"
)

func main() {
	qps := flag.Float64("pods-qps", 20, "")
	server := flag.String("server", "", "")
	flag.Parse()
	pods := newController(clientOf(float32(*qps)), "pods")
	events := newController(clientOf(1000), "events", pods)
	plain := newController(kubernetes.NewForConfigOrDie(rest.AddUserAgent(config(), "plain")), "plain")
	free := newController(ownLimiter(config()), "free")
	mixed := newMixed(clientOf(-1), &store{clientOf(30)}, "mixed")
	some := newController(kubernetes.NewForConfigOrDie(limitedUnless(*server == "fair", float32(*qps))), "some")
	given := newController(kubernetes.NewForConfigOrDie(orNone(*server, float32(*qps))), "given")
	drawn := newController(kubernetes.NewForConfigOrDie(orDrawn(*server)), "drawn")
	go drawn.run()
	kept := &controller{client: clientOf(70), queue: newQueue("of the worker's controller")}
	go kept.run()
	caught, queue := clientOf(80), newQueue("of the function that works")
	go func() {
		for {
			key, quit := queue.Get()
			if quit {
				return
			}
			if err := caught.CoreV1().Pods("").Delete(context.Background(), key, metav1.DeleteOptions{}); err != nil {
				queue.AddRateLimited(key)
			} else {
				queue.Forget(key)
			}
			queue.Done(key)
		}
	}()
	go watch(kubernetes.NewForConfigOrDie(config()), &controller{client: clientOf(90)})
	go free.run()
	go some.run()
	go given.run()
	go mixed.run()
	go pods.run()
	go events.run()
	plain.run()
}

// watch makes the queue beside a client that informers read with, and no worker.
func watch(client kubernetes.Interface, c *controller) {
	c.queue = newQueue("of the worker's controller again")
	informers.NewSharedInformerFactory(client, 0).Start(nil)
	go c.run()
}

func config() *rest.Config {
	cfg, err := rest.InClusterConfig()
	if err != nil {
		panic(err)
	}
	return cfg
}

func clientOf(qps float32) kubernetes.Interface {
	cfg := config()
	cfg.QPS = qps
	return kubernetes.NewForConfigOrDie(cfg)
}

// limitedUnless returns a config that has a limiter on some ways.
func limitedUnless(fair bool, qps float32) *rest.Config {
	cfg, err := clientcmd.BuildConfigFromKubeconfigGetter("", func() (*api.Config, error) { return api.NewConfig(), nil })
	if err != nil {
		panic(err)
	}
	if fair {
		cfg.QPS = -1
		return cfg
	}
	cfg.QPS = qps
	if cfg.RateLimiter == nil && cfg.QPS >= 0 {
		cfg.RateLimiter = flowcontrol.NewTokenBucketRateLimiter(cfg.QPS, 10)
	}
	return cfg
}

// orNone returns one of two configs, or none where no client is wanted.
func orNone(server string, qps float32) *rest.Config {
	switch server {
	case "":
		return config()
	case "none":
		return nil
	}
	cfg, err := clientcmd.BuildConfigFromFlags(server, "")
	if err != nil {
		panic(err)
	}
	cfg.QPS = qps
	return cfg
}

// orDrawn returns a config with the default, or one whose rate is drawn by lot.
func orDrawn(server string) *rest.Config {
	cfg := config()
	if server == "" {
		return cfg
	}
	cfg, err := clientcmd.BuildConfigFromFlags(server, "")
	if err != nil {
		panic(err)
	}
	cfg.QPS = rand.Float32()
	return cfg
}

// ownLimiter makes a client with a limiter that lets all requests through.
func ownLimiter(cfg *rest.Config) kubernetes.Interface {
	cfg.RateLimiter = none
	return kubernetes.NewForConfigOrDie(cfg)
}

var none = flowcontrol.RateLimiter((*noLimit)(nil))

type noLimit struct{}

func (*noLimit) TryAccept() bool              { return true }
func (*noLimit) Stop()                        {}
func (*noLimit) Accept()                      {}
func (*noLimit) QPS() float32                 { return 1 }
func (*noLimit) Wait(_ context.Context) error { return nil }

// store has a client with a limit.
type store struct{ client kubernetes.Interface }

// newMixed makes a controller that has two clients, one of which has no limit.
func newMixed(client kubernetes.Interface, s *store, name string) *controller {
	return newController(client, name, &controller{client: s.client})
}

type controller struct {
	client kubernetes.Interface
	queue  workqueue.TypedRateLimitingInterface[string]
	others []*controller
}

func newController(client kubernetes.Interface, name string, others ...*controller) *controller {
	return &controller{client, newQueue(name), others}
}

func newQueue(name string) workqueue.TypedRateLimitingInterface[string] {
	return workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[string](),
		workqueue.TypedRateLimitingQueueConfig[string]{Name: name})
}

func (c *controller) run() {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		if c.client == nil {
			c.queue.AddRateLimited(key)
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}
