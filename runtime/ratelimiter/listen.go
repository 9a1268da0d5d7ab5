package ratelimiter

import (
	"sync"

	"github.com/go-logr/logr"
)

// Listen returns a logger that writes what the given one does, and heeds the errors made by
// Throttled that go through it as if the reconciler of their controller had returned them.
// It is for reconcilers that log errors and do not return them, such as the
// managed.Reconciler of crossplane-runtime: the logger of a provider's controller.Options is
// made with it. The values of a line have the error as "error" and the name of the
// controller as "controller". Lines that the given logger would not write are listened to as
// well; those of its Error method are not, since they are of errors that were returned.
//
// The function makes an error by Throttled of those that are not, such as those of an SDK,
// and returns all others as they are. It is called concurrently, and may be nil.
func (l *Limits) Listen(to logr.Logger, throttled func(error) error) logr.Logger {
	if !l.made() || to.GetSink() == nil {
		return to
	}
	if throttled == nil {
		throttled = func(err error) error { return err }
	}
	return to.WithSink(&listeningSink{LogSink: to.GetSink(), tree: l.global.tree, throttled: throttled, lost: &sync.Once{}})
}

// listeningSink is the sink of such a logger.
type listeningSink struct {
	logr.LogSink
	tree       *tree
	throttled  func(error) error
	controller string
	lost       *sync.Once // says that an error is of no controller that is known
}

// Init implements logr.LogSink.
func (s *listeningSink) Init(info logr.RuntimeInfo) {
	info.CallDepth++
	s.LogSink.Init(info)
}

// Enabled implements logr.LogSink.
func (s *listeningSink) Enabled(int) bool { return true }

// Info implements logr.LogSink.
func (s *listeningSink) Info(level int, message string, keysAndValues ...any) {
	if err, ok := valueOf(keysAndValues, "error").(error); ok {
		s.hear(err)
	}
	if s.LogSink.Enabled(level) {
		s.LogSink.Info(level, message, keysAndValues...)
	}
}

// WithValues implements logr.LogSink.
func (s *listeningSink) WithValues(keysAndValues ...any) logr.LogSink {
	with := *s
	with.LogSink = s.LogSink.WithValues(keysAndValues...)
	if name, ok := valueOf(keysAndValues, "controller").(string); ok {
		with.controller = name
	}
	return &with
}

// WithName implements logr.LogSink.
func (s *listeningSink) WithName(name string) logr.LogSink {
	with := *s
	with.LogSink = s.LogSink.WithName(name)
	return &with
}

// WithCallDepth implements logr.CallDepthLogSink.
func (s *listeningSink) WithCallDepth(depth int) logr.LogSink {
	inner, ok := s.LogSink.(logr.CallDepthLogSink)
	if !ok {
		return s
	}
	with := *s
	with.LogSink = inner.WithCallDepth(depth)
	return &with
}

// valueOf returns the last value of that key, nil if there is none.
func valueOf(keysAndValues []any, key string) any {
	for i := len(keysAndValues)&^1 - 2; i >= 0; i -= 2 {
		if keysAndValues[i] == key {
			return keysAndValues[i+1]
		}
	}
	return nil
}

// hear heeds an error if it is made by Throttled.
func (s *listeningSink) hear(err error) {
	after, ok := throttledIn(s.throttled(err))
	if !ok {
		return
	}
	s.tree.mu.Lock()
	share := s.tree.shares[s.controller]
	s.tree.mu.Unlock()
	if share == nil {
		s.lost.Do(func() {
			logger().Error(err, "A remote API asked to slow down, and the logger does not say for which limited controller: "+
				"give it the controller's name as the value \"controller\"", "controller", s.controller)
		})
		return
	}
	share.throttle(after, share.generationHeard())
}
