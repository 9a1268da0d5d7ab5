package ratelimiter

import (
	"reflect"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"sigs.k8s.io/controller-runtime/pkg/config"
)

// dropInShare is the share of a controller whose workers wait with a request in hand, and
// with a deadline that nobody tells: crossplane-runtime's middleware hands on no context.
type dropInShare struct {
	*share

	mu    sync.Mutex
	turns []int64             // when tokens were granted to requests whose time was over
	back  map[string]struct{} // items of those requests, until they come back

	timeouts func() float64 // counts the controller's reconciles that timed out, nil if nobody does
	counted  float64        // when that was looked at last
	longest  waited         // the longest wait of those that passed since
	survived int64          // the longest wait after which no reconcile timed out
	deadline int64          // learned, 0 if not
}

// deadlines is the shortest deadline that some controller has learned.
type deadlines struct {
	mu       sync.Mutex
	shortest int64
}

// turnLife is how long a turn is kept for the request that comes next, which is there at
// once as long as the machine is not too busy.
const turnLife = 10 * time.Millisecond

func newDropInShare(s *share, timeouts func() float64) *dropInShare {
	s.limiter.tree.mu.Lock()
	s.untold = true
	s.limiter.tree.mu.Unlock()
	d := &dropInShare{share: s, back: map[string]struct{}{}, timeouts: timeouts}
	if timeouts != nil {
		d.counted = timeouts() // of an earlier controller of that name
	}
	return d
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

// passed says that a request begins that waited so long.
func (s *dropInShare) passed(w waited) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w.to-w.from >= s.longest.to-s.longest.from {
		s.longest = w
	}
}

// patience is after how long a wait a request is sent back, 0 for never: half of the
// deadline, so that the rest remains for the reconcile.
func (s *dropInShare) patience(timeout time.Duration, all *deadlines) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	deadline := s.deadline
	if timeout > 0 && (deadline == 0 || int64(timeout) < deadline) {
		deadline = int64(timeout)
	}
	if deadline == 0 && s.timeouts != nil {
		all.mu.Lock()
		defer all.mu.Unlock()
		if s.survived < all.shortest {
			deadline = all.shortest // until this one shows that its own is longer
		}
	}
	return time.Duration(deadline) / 2
}

// learn looks whether reconciles have timed out, and for how long they had waited then.
// One whose context ended while it waited ends as soon as it begins; one that times out
// by itself takes longer than it waited, or it tells nothing about the wait.
func (s *dropInShare) learn(all *deadlines) {
	s.mu.Lock()
	defer s.mu.Unlock()
	wait := s.longest.to - s.longest.from
	if s.timeouts == nil || wait <= 0 {
		return
	}
	counted := s.timeouts()
	switch since := s.limiter.tree.now() - s.longest.to; {
	case counted == s.counted:
		s.survived = max(s.survived, wait)
	case since <= wait:
		if s.deadline == 0 || wait < s.deadline {
			s.deadline = wait
		}
		all.mu.Lock()
		if all.shortest == 0 || wait < all.shortest {
			all.shortest = wait
		}
		all.mu.Unlock()
	}
	s.counted, s.longest = counted, waited{}
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

// findTimeouts returns controller-runtime's metric of reconciles that timed out, nil if
// this version has none.
var findTimeouts = sync.OnceValue(func() *prometheus.CounterVec {
	timeouts, _ := registered("controller_runtime_reconcile_timeouts_total", counters)
	return timeouts
})

// timeoutsOf returns a function that counts the reconciles of a controller that timed out,
// nil if nobody does.
func timeoutsOf(controller string) func() float64 {
	all := findTimeouts()
	if all == nil {
		return nil
	}
	one, err := all.GetMetricWithLabelValues(controller)
	if err != nil {
		return nil
	}
	return func() float64 {
		var written dto.Metric
		if one.Write(&written) != nil {
			return 0
		}
		return written.GetCounter().GetValue()
	}
}
