package shared

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/redis/go-redis/v9"
)

// callTime bounds a call for clients that heed a context's deadline. It is longer
// than their own timeouts, which are theirs to choose.
const callTime = 10 * time.Second

// A Budget is one process's access to a limit that it shares with others. Hand it
// to package ratelimiter's WithTokenSource, for one Limiter or for several of the
// process. Its methods Take, GiveBack and Notify are for these.
//
// A Budget has a goroutine only while it talks to the store. It does not talk to
// the store while nothing asks for tokens. All methods may be called
// concurrently.
type Budget struct {
	bucket  bucket
	logger  *slog.Logger
	clock   func() instant
	metrics *budgetMetrics

	mu       sync.Mutex
	member   member
	tokens   []func() // what Notify was given, by each Limiter that asks
	first    int      // whose turn it is to be told first
	timer    *time.Timer
	armedFor int64
	closed   bool
	idle     chan struct{} // closed when the call in flight ends
	failure  error         // of the last call
	warned   bool
	toldFar  bool // that the store is too far for the burst
}

// errNoBudget is what a Budget returns that New did not make.
var errNoBudget = errors.New("the shared budget is nil or empty: make it with New")

func (b *Budget) made() bool { return b != nil && b.clock != nil }

// New returns access to the limit that is kept in the store under the key: rate
// tokens a second, with bursts of at most burst. The rate is 0.001 to 1e6, in
// steps of 0.001. The burst is 2 to 1e6, and at least 4 % of the rate. What
// accrues in 1.5 s, but at most half of the burst, is not handed out at once. This
// makes up for the time that tokens spend in leases.
//
// All processes should give the same rate and burst. While they disagree, as in
// a rolling update, the lowest of each holds. In a cluster the key decides the
// node; one key is one hash. The client's timeouts decide how soon a process
// notices that the store is away. 500 ms suit most.
//
// New does not talk to the store. It is an error if the client is nil, the key
// is empty, or a number is out of range.
func New(client redis.UniversalClient, key string, rate float64, burst int, opts ...Option) (*Budget, error) {
	if isNil(client) {
		return nil, errors.New("cannot make a shared budget: the client of the store is nil")
	}
	if key == "" {
		return nil, errors.New("cannot make a shared budget: it needs a key in the store")
	}
	if !utf8.ValidString(key) {
		// Prometheus refuses such label values, by a panic.
		return nil, fmt.Errorf("cannot make shared budget %q: the key is not valid UTF-8", key)
	}
	o := options{logger: slog.Default()}
	for _, option := range opts {
		if option == nil {
			return nil, fmt.Errorf("cannot make shared budget %q: an option is nil", key)
		}
		if err := option(&o); err != nil {
			return nil, fmt.Errorf("cannot make shared budget %q: %w", key, err)
		}
	}
	s, err := newSettings(rate, burst, o.fallback)
	if err != nil {
		return nil, fmt.Errorf("cannot make shared budget %q: %w", key, err)
	}
	return &Budget{
		bucket:   bucket{client: client, key: key},
		logger:   o.logger.With("budget", key),
		clock:    clockFrom(time.Now()),
		metrics:  newBudgetMetrics(key),
		member:   member{id: newID(), settings: s, maxLease: int64(o.maxLease)},
		armedFor: never,
	}, nil
}

// newID tells processes apart, also from those that ran before.
func newID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// isNil also finds a nil pointer inside the interface, which would panic later.
func isNil(client any) bool {
	if client == nil {
		return true
	}
	v := reflect.ValueOf(client)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

// clockFrom returns a clock that starts now.
func clockFrom(base time.Time) func() instant {
	return func() instant {
		now := time.Now()
		return instant{mono: int64(now.Sub(base)), wall: now.UnixNano()}
	}
}

// Notify adds a function that is called when there are tokens again after Take
// returned false. Several Limiters of a process can take from one Budget; they are told
// in turns.
func (b *Budget) Notify(tokens func()) {
	if !b.made() || tokens == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tokens = append(b.tokens, tokens)
}

// Take takes a token that the process has at hand, and reports whether there was
// one. It does not block. If it returns false, more are fetched for waiting
// reconciles, and the function that Notify was given is called when there are
// some. After Close it returns false.
func (b *Budget) Take(waiting int) bool {
	return b.made() && b.takeAt(b.clock(), waiting)
}

func (b *Budget) takeAt(now instant, waiting int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return false
	}
	if b.member.take(now, int64(waiting)) {
		b.metrics.taken(b.member.fallback != nil)
		if b.member.mayCall(now.mono) {
			b.call(now)
		}
		return true
	}
	b.member.hurry(now.mono)
	if b.member.mayCall(now.mono) {
		b.call(now)
	}
	b.arm(now.mono)
	return false
}

// GiveBack returns a token that Take took and nobody used.
func (b *Budget) GiveBack() {
	if !b.made() {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	b.member.giveBack()
	b.metrics.givenBack.Add(1)
	b.arm(b.clock().mono)
}

// SetLimit changes the rate and the burst that this process asks for. The limit
// follows when all processes have changed theirs, or when the new one is lower.
// The ranges and errors are those of New; on an error nothing changes.
func (b *Budget) SetLimit(rate float64, burst int) error {
	if !b.made() {
		return errNoBudget
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	s, err := newSettings(rate, burst, b.member.settings.fallback)
	if err != nil {
		return fmt.Errorf("cannot change shared budget %q: %w", b.bucket.key, err)
	}
	b.member.settings = s
	b.toldFar = false
	return nil
}

// Close gives the tokens at hand back to the store, for the other processes. Call
// it when the manager has stopped. It is an error if the store cannot be told
// before the context ends. The tokens are then lost, and accrue again.
func (b *Budget) Close(ctx context.Context) error {
	if !b.made() {
		return errNoBudget
	}
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return nil
	}
	b.closed = true
	if b.timer != nil {
		b.timer.Stop()
	}
	flying := b.idle
	b.mu.Unlock()

	if flying != nil {
		select {
		case <-flying:
		case <-ctx.Done():
			return fmt.Errorf("shared budget %q was left without giving tokens back: %w", b.bucket.key, ctx.Err())
		}
	}
	b.mu.Lock()
	if b.member.number == 0 {
		b.mu.Unlock()
		return nil // the store does not know of this process
	}
	c := b.member.leave(b.clock())
	b.mu.Unlock()
	if _, err := b.bucket.do(ctx, c); err != nil {
		return fmt.Errorf("shared budget %q was left without giving tokens back: %w", b.bucket.key, err)
	}
	return nil
}

var errNoAnswer = errors.New("the store does not answer")

// call talks to the store. It is called with the lock held.
func (b *Budget) call(now instant) {
	c := b.member.begin(now)
	idle := make(chan struct{})
	b.idle = idle
	b.metrics.calls.Add(1)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), callTime)
		defer cancel()
		r, err := b.bucket.do(ctx, c)
		b.ended(r, err)
		close(idle)
		b.wake()
	}()
}

// ended takes in how a call ended.
func (b *Budget) ended(r reply, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.idle = nil
	now := b.clock()
	if err != nil {
		b.metrics.failures.Add(1)
		b.failure = err
		b.member.failed(now)
		return
	}
	b.failure = nil
	b.member.answered(now, r)
	if least := b.member.leastBurst(); least > 0 && !b.toldFar {
		b.toldFar = true
		b.logger.Error("The store of the shared budget is too far for its burst: tokens expire on their way, so that few or none of them can "+
			"be used. Choose a larger burst, or a store that is nearer.",
			"roundTrip", time.Duration(b.member.trip).Round(time.Millisecond), "burst", b.member.settings.burst, "leastBurst", least)
	}
	if !r.knowsRun && !b.warned {
		b.warned = true
		b.logger.Warn("The store does not tell its run ID, so a restart that loses its data partly may go unnoticed. Allow its user the INFO " +
			"command.")
	}
}

// report says so when the store went away or came back.
func (b *Budget) report() {
	err := b.failure
	if err == nil {
		err = errNoAnswer
	}
	if away := b.member.away; away != b.metrics.away.Swap(away) {
		switch {
		case !away:
			b.logger.Info("The store of the shared budget is back.")
		case b.member.fallback != nil:
			b.logger.Warn("The store of the shared budget is away: this process goes on with its fallback.",
				"fraction", b.member.settings.fallback, "error", err)
		default:
			b.logger.Warn("The store of the shared budget is away: nothing is let through until it is back.", "error", err)
		}
	}
}

// wake does what is due.
func (b *Budget) wake() {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return
	}
	now := b.clock()
	b.armedFor = never
	b.member.pass(now)
	b.report()
	notify := b.member.dry && b.member.hasToken(now)
	if notify {
		b.member.dry = false
	}
	if b.member.mayCall(now.mono) {
		b.call(now)
	}
	b.arm(now.mono)
	var tokens []func()
	if n := len(b.tokens); notify && n > 0 {
		b.first = (b.first + 1) % n
		tokens = append(append(tokens, b.tokens[b.first:]...), b.tokens[:b.first]...)
	}
	b.mu.Unlock()
	for _, tell := range tokens {
		tell()
	}
}

// arm sets the timer for when there is something to do again.
func (b *Budget) arm(now int64) {
	at := b.member.next(now)
	if at >= b.armedFor {
		return // it fires in time, and then looks again
	}
	b.armedFor = at
	wait := time.Duration(max(0, at-now))
	if b.timer == nil {
		b.timer = time.AfterFunc(wait, b.wake)
	} else {
		b.timer.Reset(wait)
	}
}
