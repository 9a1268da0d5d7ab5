// A factory makes a controller for each kind, all in one place, and starts them all with as many workers. What these do before they
// take an item takes much work to follow, the same each time.
package main

import (
	"context"
	"fmt"

	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	queue  workqueue.TypedRateLimitingInterface[string]
	labels []func() int
}

type resource struct{ group, kind string }

type factory struct {
	controllers map[resource]*controller
	discover    func(kind string) resource
}

func (f *factory) forKind(kind string) *controller {
	key := f.discover(kind)
	if c := f.controllers[key]; c != nil {
		return c
	}
	c := &controller{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
	f.controllers[key] = c
	return c
}

func (f *factory) start(ctx context.Context, workers int) {
	for _, c := range f.controllers {
		c.start(ctx, workers)
	}
}

func (c *controller) start(ctx context.Context, workers int) {
	go c.run(ctx, workers)
}

func (c *controller) run(ctx context.Context, workers int) {
	defer c.queue.ShutDown()
	c.prepare()
	for i := 0; i < workers; i++ {
		go c.work()
	}
	<-ctx.Done()
}

func (c *controller) prepare() {
	for i := range 200 {
		c.labels = append(c.labels, func() int { return i })
	}
}

func (c *controller) work() {
	for c.next() {
	}
}

func (c *controller) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if _, err := fmt.Println(key); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

// A factory for each group.
func newFactory(discover func(kind string) resource) *factory {
	return &factory{controllers: make(map[resource]*controller), discover: discover}
}

func main() {
	ctx := context.Background()
	kinds := func(kind string) resource { return resource{discovered(), kind} }
	charts, batch, core, rbac := newFactory(kinds), newFactory(kinds), newFactory(kinds), newFactory(kinds)
	charts.forKind("Chart")
	charts.forKind("Config")
	batch.forKind("Job")
	core.forKind("Secret")
	core.forKind("Service")
	core.forKind("Node")
	rbac.forKind("Role")
	rbac.forKind("RoleBinding")
	for _, f := range []*factory{charts, batch, core, rbac} {
		f.start(ctx, 50)
	}
	<-ctx.Done()
}
