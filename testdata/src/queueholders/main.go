// Command queueholders has a small framework of its own, which keeps what several controllers do in one map and calls it in one place.
// What one of them has is not another's.
package main

import (
	"context"
	"flag"
	"os"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
)

func main() {
	qps := flag.Float64("qps", 20, "")
	flag.Parse()
	pods, deep := clientOf(float32(*qps)), &nodes{inner: &inner{client: clientOf(70)}}
	f := &framework{handlers: make(map[string]func(key string) error)}
	f.start(f.queue("pods"), "pods", func(key string) error {
		return pods.CoreV1().Pods("").Delete(context.Background(), key, metav1.DeleteOptions{})
	})
	f.start(f.queue("nodes"), "nodes", deep.delete)
	f.start(f.queue("files"), "files", os.Remove)
	select {}
}

type nodes struct{ inner *inner }

type inner struct{ client kubernetes.Interface }

func (n *nodes) delete(key string) error {
	return n.inner.client.CoreV1().Nodes().Delete(context.Background(), key, metav1.DeleteOptions{})
}

type framework struct {
	handlers map[string]func(key string) error
}

func (f *framework) start(q queue, name string, handle func(key string) error) {
	f.handlers[name] = handle
	w := &worker{f, q, name}
	go w.run()
}

func (f *framework) queue(name string) queue {
	return workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[string](),
		workqueue.TypedRateLimitingQueueConfig[string]{Name: name})
}

type queue = workqueue.TypedRateLimitingInterface[string]

type worker struct {
	framework *framework
	queue     queue
	name      string
}

func (w *worker) run() {
	for {
		key, quit := w.queue.Get()
		if quit {
			return
		}
		if w.framework.handlers[w.name](key) != nil {
			w.queue.AddRateLimited(key)
		} else {
			w.queue.Forget(key)
		}
		w.queue.Done(key)
	}
}

func clientOf(qps float32) kubernetes.Interface {
	cfg, err := rest.InClusterConfig()
	if err != nil {
		panic(err)
	}
	cfg.QPS = qps
	return kubernetes.NewForConfigOrDie(cfg)
}
