package shared

import "time"

// fallback is the bucket of a process that cannot reach the store: a part of the
// shared limit, empty at first.
type fallback struct {
	rate     int64 // in rate units
	capacity int64
	tokens   int64
	last     int64 // up to when accrual is counted, on the monotonic clock
}

func newFallback(s settings, now int64) *fallback {
	return &fallback{rate: s.fallbackRate, capacity: s.fallbackCapacity, last: now}
}

// perToken is the time in which one token accrues, rounded up.
func (f *fallback) perToken() int64 {
	return (rateUnit*int64(time.Second) + f.rate - 1) / f.rate
}

func (f *fallback) has(now int64) bool {
	if whole := (now - f.last) / f.perToken(); whole > 0 {
		f.tokens = min(f.capacity, f.tokens+whole)
		f.last += whole * f.perToken()
	}
	return f.tokens > 0
}

func (f *fallback) take(now int64) bool {
	if !f.has(now) {
		return false
	}
	f.tokens--
	return true
}

// due is when there will be a token after take returned false.
func (f *fallback) due() int64 { return f.last + f.perToken() }
