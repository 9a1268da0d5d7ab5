package ratelimiter

import (
	"reflect"
	"sync"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/config"
)

// dropInShare is the share of a controller whose workers wait with a request in hand, and
// with a deadline that nobody tells: crossplane-runtime's middleware hands on no context.
type dropInShare struct {
	*share

	mu    sync.Mutex
	turns []int64             // when tokens were granted to requests whose time was over
	back  map[string]struct{} // items of those requests, until they come back
}

// turnLife is how long a turn is kept for the request that comes next, which is there at
// once as long as the machine is not too busy.
const turnLife = 10 * time.Millisecond

func newDropInShare(s *share) *dropInShare {
	s.limiter.tree.mu.Lock()
	s.untold = true
	s.limiter.tree.mu.Unlock()
	return &dropInShare{share: s, back: map[string]struct{}{}}
}

// keepTurn keeps a token for the controller's next request, and remembers that this one
// comes back unasked.
func (s *dropInShare) keepTurn(item string, now int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns = append(s.turns, now)
	s.back[item] = struct{}{}
	s.promise(1)
}

// takeTurn reports whether there was a token that was kept. One that is too old goes to
// whoever is next, since a reconcile that begins long after its token came could make a
// window too full.
func (s *dropInShare) takeTurn() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.turns) > 0 {
		granted := s.turns[0]
		s.turns = s.turns[1:]
		if s.limiter.tree.now()-granted <= int64(turnLife) {
			return true
		}
		s.giveBack()
	}
	return false
}

// cameBack reports whether the item is of a request that was sent back.
func (s *dropInShare) cameBack(item string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, was := s.back[item]; !was {
		return false
	}
	delete(s.back, item)
	return true
}

// forgetBack forgets those that were sent back, for their controller has stopped.
func (s *dropInShare) forgetBack() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.promise(-len(s.back))
	clear(s.back)
}

// timeoutOf returns the manager's ReconciliationTimeout, 0 if there is none.
func timeoutOf(m runnableAdder) (timeout time.Duration) {
	defer func() {
		if recover() != nil {
			timeout = 0 // it is no whole manager
		}
	}()
	withOptions, ok := m.(interface{ GetControllerOptions() config.Controller })
	if !ok || isNil(m) {
		return 0
	}
	field := reflect.ValueOf(withOptions.GetControllerOptions()).FieldByName("ReconciliationTimeout")
	if !field.IsValid() {
		return 0
	}
	timeout, _ = field.Interface().(time.Duration)
	return timeout
}
