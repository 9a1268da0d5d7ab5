// Package aside calls what it is handed.
package aside

import "k8s.io/client-go/util/workqueue"

// Try returns the error of what it is handed.
func Try(do func() error) error { return do() }

// Later keeps what it is handed.
func Later(do func() error) { kept = append(kept, do) }

var kept []func() error

// Serve has workers call what it is handed for each item of a queue.
func Serve(queue workqueue.TypedRateLimitingInterface[string], workers int, sync func(key string) error) {
	for range workers {
		go func() {
			for next(queue, sync) {
			}
		}()
	}
}

func next(queue workqueue.TypedRateLimitingInterface[string], sync func(key string) error) bool {
	key, quit := queue.Get()
	if quit {
		return false
	}
	defer queue.Done(key)
	if err := sync(key); err != nil {
		queue.AddRateLimited(key)
		return true
	}
	queue.Forget(key)
	return true
}

// Options say what a Server does.
type Options struct {
	Sync  func(key string) error
	Start func(key string) error
}

// A Server calls what its options have for each item of its queue.
type Server struct {
	queue workqueue.TypedRateLimitingInterface[string]
	sync  func(key string) error
}

// New makes a Server.
func New(queue workqueue.TypedRateLimitingInterface[string], o Options) (*Server, error) {
	return &Server{queue: queue, sync: o.Sync}, o.Start("")
}

// Next handles one item.
func (s *Server) Next() bool { return next(s.queue, s.sync) }
