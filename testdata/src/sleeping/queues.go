package sleeping

import (
	"context"
	"log"
	"time"

	"k8s.io/client-go/util/workqueue"

	"rllint.test/sleeping/aside"
)

// worker takes items from a queue that is made by hand.
type worker struct {
	work
	queue workqueue.TypedRateLimitingInterface[string]
	last  string
}

func (w *worker) run(ctx context.Context) {
	time.Sleep(time.Minute) // before there is any item
	for w.next(ctx) {
	}
}

func (w *worker) next(ctx context.Context) bool {
	key, quit := w.queue.Get()
	if quit {
		return false
	}
	defer w.queue.Done(key)
	w.sync(ctx, key)
	return true
}

func (w *worker) sync(_ context.Context, key string) {
	time.Sleep(10 * time.Second) // want RL4003:"the queue's worker blocks here up to 10s .time.Sleep.; reached by sleeping.worker.next → sleeping.worker.sync"
	w.queue.Forget(key)
}

// A held worker calls what a field has.
type held struct {
	queue  workqueue.TypedRateLimitingInterface[string]
	handle func(ctx context.Context, key string) error
	last   string
}

func newHeld() *held {
	h := &held{}
	h.handle = h.sync
	return h
}

func (h *held) next(ctx context.Context) bool {
	key, quit := h.queue.Get()
	if quit {
		return false
	}
	defer h.queue.Done(key)
	if err := h.handle(ctx, key); err != nil {
		h.queue.AddRateLimited(key)
		return true
	}
	h.queue.Forget(key)
	return true
}

func (h *held) sync(_ context.Context, key string) error {
	h.last = key
	time.Sleep(time.Minute) // want RL4003:"the queue's worker blocks here up to 1m .time.Sleep.; reached by sleeping.held.next → sleeping.held.sync"
	return nil
}

// drain handles its items in a loop of its own.
func (w *worker) drain() {
	time.Sleep(time.Minute) // before there is any item
	for {
		key, quit := w.queue.Get()
		if quit {
			return
		}
		time.Sleep(20 * time.Second) // want RL4003:"the queue's worker blocks here up to 20s .time.Sleep.; reached by sleeping.worker.drain"
		w.last = key
		w.queue.Forget(key)
		w.queue.Done(key)
	}
}

// aside hands what it does to a function of another package, which calls it at once if it returns its error.
func (w *worker) aside() error {
	key, quit := w.queue.Get()
	if quit {
		return nil
	}
	defer w.queue.Done(key)
	aside.Later(func() error {
		time.Sleep(time.Minute)
		return nil
	})
	err := aside.Try(func() error {
		time.Sleep(30 * time.Second) // want RL4003:"the queue's worker blocks here up to 30s .time.Sleep.; reached by sleeping.worker.aside"
		return nil
	})
	w.last = key
	w.queue.Forget(key)
	return err
}

// A keyedOnce has one key, whatever its worker does with it: no other item waits.
type keyedOnce struct {
	queue workqueue.TypedRateLimitingInterface[string]
	last  string
}

func newKeyedOnce() *keyedOnce {
	return &keyedOnce{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (s *keyedOnce) changed() { s.queue.Add("all") }

func (s *keyedOnce) again() { s.queue.AddAfter("all", time.Minute) }

func (s *keyedOnce) run() {
	for {
		key, quit := s.queue.Get()
		if quit {
			return
		}
		time.Sleep(45 * time.Second)
		s.last = key
		s.queue.AddRateLimited(key)
		s.queue.Done(key)
	}
}

// A lent has one key too, as far as it knows: another function has its queue.
type lent struct {
	queue workqueue.TypedRateLimitingInterface[string]
	last  string
}

func (l *lent) changed() { l.queue.Add("all") }

func (l *lent) lend(to func(workqueue.TypedRateLimitingInterface[string])) { to(l.queue) }

func (l *lent) run() {
	for {
		key, quit := l.queue.Get()
		if quit {
			return
		}
		time.Sleep(45 * time.Second) // want RL4003:"the queue's worker blocks here up to 45s"
		l.last = key
		l.queue.Done(key)
	}
}

// An alike takes one key, whatever happens: no other item waits for it.
type alike struct {
	queue workqueue.TypedRateLimitingInterface[any]
}

func (s *alike) run() {
	for {
		key, quit := s.queue.Get()
		if quit {
			return
		}
		func() {
			defer s.queue.Done(key)
			if _, ok := key.(string); !ok {
				s.queue.Forget(key)
				log.Printf("%#v is no key", key)
				return
			}
			time.Sleep(40 * time.Second)
			s.queue.Forget(key)
		}()
	}
}

// A lending type hands what it does to workers of another package.
type lending struct {
	queue workqueue.TypedRateLimitingInterface[string]
	last  string
}

func (s *lending) run() (*aside.Server, error) {
	aside.Serve(s.queue, 2, s.one)
	return aside.New(s.queue, aside.Options{Sync: s.two, Start: s.start})
}

func (s *lending) one(key string) error {
	s.last = key
	time.Sleep(time.Minute) // want RL4003:"the queue's worker blocks here up to 1m .time.Sleep.; reached by sleeping.lending.run"
	return nil
}

func (s *lending) two(key string) error {
	s.last = key
	time.Sleep(time.Minute) // want RL4003:"the queue's worker blocks here up to 1m .time.Sleep.; reached by sleeping.lending.run"
	return nil
}

// start is called once.
func (s *lending) start(key string) error {
	s.last = key
	time.Sleep(time.Minute)
	return nil
}
