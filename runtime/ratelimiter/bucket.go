package ratelimiter

import (
	"fmt"
	"math"
	"math/bits"
	"time"
)

const (
	// rateUnit is the number of rate units in one token a second: rates are
	// kept in millionths of a token a second.
	rateUnit = 1_000_000

	// tokenUnit is the number of parts in one token. A rate in rate units
	// times a time in nanoseconds counts parts, so accrual needs no rounding.
	tokenUnit = rateUnit * uint64(time.Second)

	// maxRate is one token a nanosecond, the resolution of the clock.
	maxRate = float64(time.Second)

	// maxBurst keeps burst * tokenUnit / rate arithmetic within 128 bits.
	maxBurst = math.MaxInt32
)

// bucket is a token bucket in integer arithmetic. Time is in nanoseconds on a
// clock that starts at 0 when the bucket is made.
//
// It holds at most burst tokens, gains rate tokens a second and never rounds
// up, so that over every window of length w at most burst + rate*w tokens can
// be taken, to the nanosecond. It is not safe for concurrent use.
//
// One that is made to start empty begins when it is first asked, with one token in
// advance: that one is out of what accrues first. So programs that run one after another
// take together what one would, give or take that token.
type bucket struct {
	rate   uint64 // in rate units
	burst  int64
	tokens int64  // below 0 while the one in advance is owed
	part   uint64 // of the next token, in [0, tokenUnit)
	last   int64  // when tokens and part were brought up to date; later if emptied until then
	asleep bool   // nobody has asked yet, and nothing accrues
	lends  bool   // one token may be taken before it has accrued
	kept   int64  // tokens that are not to be taken
}

func newBucket(rate float64, burst int, now int64) (bucket, error) {
	units, err := checkLimit(rate, burst)
	if err != nil {
		return bucket{}, err
	}
	return bucket{rate: units, burst: int64(burst), tokens: int64(burst), last: now}, nil
}

// empty makes a new bucket start empty.
func (b *bucket) empty() { b.tokens, b.part, b.asleep, b.lends = 0, 0, true, true }

// wake lets a bucket that started empty begin.
func (b *bucket) wake(now int64) {
	if b.asleep {
		b.asleep, b.last = false, max(b.last, now)
	}
}

// take takes a token that is available.
func (b *bucket) take() {
	b.tokens--
	b.lends = false
}

// checkLimit returns the rate in rate units, to the nearest.
func checkLimit(rate float64, burst int) (uint64, error) {
	units := math.Round(rate * rateUnit)
	if !(units >= 1) || rate > maxRate {
		return 0, fmt.Errorf("rate %v is outside %v to %v a second", rate, 1.0/rateUnit, maxRate)
	}
	if burst < 1 || int64(burst) > maxBurst {
		return 0, fmt.Errorf("burst %d is outside 1 to %d", burst, maxBurst)
	}
	return uint64(units), nil
}

// set changes the rate and the burst from now on. Tokens above the new burst
// are dropped; a higher burst fills at the new rate.
func (b *bucket) set(rate uint64, burst int64, now int64) {
	b.advance(now)
	b.rate, b.burst = rate, burst
	if b.tokens >= burst {
		b.tokens, b.part = burst, 0
	}
}

// advance adds what has accrued since the last call. A clock that stands still
// adds nothing.
func (b *bucket) advance(now int64) {
	elapsed := now - b.last
	if elapsed <= 0 || b.asleep {
		return
	}
	b.last = now
	hi, lo := bits.Mul64(uint64(elapsed), b.rate)
	lo, carry := bits.Add64(lo, b.part, 0)
	hi += carry
	if hi >= tokenUnit {
		b.tokens, b.part = b.burst, 0
		return
	}
	whole, part := bits.Div64(hi, lo, tokenUnit)
	if whole >= uint64(b.burst-b.tokens) {
		b.tokens, b.part = b.burst, 0
		return
	}
	b.tokens += int64(whole)
	b.part = part
}

// available reports whether a token can be taken now.
func (b *bucket) available(now int64) bool {
	b.wake(now)
	b.advance(now)
	return (b.tokens > b.kept || b.lends) && b.last <= now
}

// emptyUntil drops all tokens and lets none accrue before that time.
func (b *bucket) emptyUntil(now, until int64) {
	b.wake(now)
	b.advance(now)
	b.tokens, b.part, b.lends = min(b.tokens, 0), 0, false
	b.last = max(b.last, until)
}

// giveBack returns one token that was taken and not used. It counts as one that
// never left, so a full bucket stays full.
func (b *bucket) giveBack(now int64) {
	b.advance(now)
	if b.tokens++; b.tokens >= b.burst {
		b.tokens, b.part = b.burst, 0
	}
}

// wait is the time from now until a token can be taken.
func (b *bucket) wait(now int64) time.Duration {
	b.advance(now)
	untilLast := time.Duration(max(b.last-now, 0))
	rest := b.until(1 + b.kept)
	if rest > math.MaxInt64-untilLast {
		return math.MaxInt64
	}
	return untilLast + rest
}

// until is the time from the last advance until n more tokens than the bucket
// ever gave out will have accrued: 0 when n tokens are there. It ignores the
// burst, because those who wait take tokens as they come. Rounded up: never
// early.
func (b *bucket) until(n int64) time.Duration {
	missing := n - b.tokens
	if missing <= 0 || b.lends && missing == 1 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(missing), tokenUnit)
	lo, borrow := bits.Sub64(lo, b.part, 0)
	hi -= borrow
	lo, carry := bits.Add64(lo, b.rate-1, 0)
	hi += carry
	if hi >= b.rate {
		return math.MaxInt64
	}
	wait, _ := bits.Div64(hi, lo, b.rate)
	if wait > math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(wait)
}
