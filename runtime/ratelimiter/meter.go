package ratelimiter

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/client-go/util/workqueue"
)

// meter keeps the metrics that every workqueue of controller-runtime has:
// workqueue_depth and its siblings, by the name of the controller. Only a queue
// of client-go can reach them, so the meter holds one that does nothing else,
// and tells it what happens. It is not safe for concurrent use.
type meter[T comparable] struct {
	name    string
	queue   *workqueue.Typed[T]
	retries workqueue.TypedDelayingInterface[T]
	order   chosen[T]
	depth   *depthByPriority // nil for one depth of all priorities
	due     int              // items that were added and did not begin
	working int
	most    int // of both together, since the queue was made
}

// newMeter returns a meter with the metrics of that name; an empty one has none,
// like a queue of client-go without a name.
func newMeter[T comparable](name string) *meter[T] {
	m := &meter[T]{name: name}
	if name == "" {
		return m
	}
	m.renew()
	m.retries = workqueue.NewTypedDelayingQueueWithConfig(workqueue.TypedDelayingQueueConfig[T]{Name: name, Queue: nowhere[T]{}})
	return m
}

// countByPriority makes the depth one by priority, as that of controller-runtime's
// priority queue. It is to be called before any other method.
func (m *meter[T]) countByPriority() {
	if m.queue != nil && queueMetrics() != nil {
		m.depth = &depthByPriority{name: m.name, gauges: map[int]prometheus.Gauge{}}
		m.renew()
		queueMetrics().depth.DeleteLabelValues(m.name, m.name, "") // of all priorities, which the first queue brought
	}
}

// renew makes the queue anew, which has to be empty: its maps never shrink.
func (m *meter[T]) renew() {
	if m.queue != nil {
		m.queue.ShutDown()
	}
	c := workqueue.TypedQueueConfig[T]{Name: m.name, Queue: &m.order}
	if m.depth != nil {
		c.MetricsProvider = metricsWithDepth{queueMetrics(), m.depth}
	}
	m.queue = workqueue.NewTypedWithConfig(c)
	m.most = 0
}

// add says that an item is due: ready, or so when it is not in work any more.
func (m *meter[T]) add(item T, priority int) {
	if m.queue == nil {
		return
	}
	if m.depth != nil {
		m.depth.priority = priority
	}
	m.due++
	m.most = max(m.most, m.due+m.working)
	m.queue.Add(item)
}

// raise says that an item that was added has another priority.
func (m *meter[T]) raise(from, to int) {
	if m.depth != nil {
		m.depth.of(from).Dec()
		m.depth.of(to).Inc()
	}
}

// get says that the work on an item that was added begins.
func (m *meter[T]) get(item T, priority int) {
	if m.queue == nil {
		return
	}
	if m.depth != nil {
		m.depth.priority = priority
	}
	m.due--
	m.working++
	m.order.item = item
	m.queue.Get()
}

// done says that the work on an item ends.
func (m *meter[T]) done(item T) {
	if m.queue == nil {
		return
	}
	m.working--
	m.queue.Done(item)
	if m.most >= shrinkFrom && m.due+m.working == 0 {
		m.renew()
	}
}

// retry says that an item was added with a delay.
func (m *meter[T]) retry(item T) {
	if m.retries != nil {
		m.retries.AddAfter(item, 0)
	}
}

func (m *meter[T]) shutDown() {
	if m.queue != nil {
		m.queue.ShutDown()
		m.retries.ShutDown()
	}
}

// chosen is an order in which the item is next that was chosen elsewhere.
type chosen[T comparable] struct {
	length int
	item   T
}

func (c *chosen[T]) Touch(T) {}

func (c *chosen[T]) Push(T) { c.length++ }

func (c *chosen[T]) Len() int { return c.length }

func (c *chosen[T]) Pop() T {
	c.length--
	return c.item
}

// nowhere is a queue that drops what it is given, behind one that counts it.
type nowhere[T comparable] struct{}

func (nowhere[T]) Add(T) {}

func (nowhere[T]) AddAfter(T, time.Duration) {}

func (nowhere[T]) Len() int { return 0 }

func (nowhere[T]) Get() (item T, shutdown bool) { return item, true }

func (nowhere[T]) Done(T) {}

func (nowhere[T]) ShutDown() {}

func (nowhere[T]) ShutDownWithDrain() {}

func (nowhere[T]) ShuttingDown() bool { return false }
