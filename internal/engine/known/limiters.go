package known

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// A LimiterKind says how a limiter of the primitives delays.
type LimiterKind int

// The kinds of limiter.
const (
	OtherLimiter   LimiterKind = iota
	Exponential                // (base, max): back-off per item, doubled with each failure
	FastSlow                   // (fast, slow, attempts): per item, fast for some attempts
	DefaultOfItems             // (): the exponential back-off of a queue without a bucket
	DefaultOfQueue             // (): MaxOf of exponential back-off and a bucket
	MaxOf                      // (limiters…): the longest delay of several
	WithMaxWait                // (limiter, longest): one with a bound
	Bucket                     // (rate, burst): a token bucket
)

// Limiter returns the kind of limiter that the primitive with the symbol makes.
func Limiter(sym symbol.Name) LimiterKind {
	switch sym {
	case Rate + ".NewLimiter", FixedBucket:
		return Bucket
	}
	if !sym.In(Workqueue) {
		return OtherLimiter
	}
	switch strings.Replace(sym.Declared(), "Typed", "", 1) {
	case "NewItemExponentialFailureRateLimiter":
		return Exponential
	case "NewItemFastSlowRateLimiter":
		return FastSlow
	case "DefaultItemBasedRateLimiter":
		return DefaultOfItems
	case "DefaultControllerRateLimiter":
		return DefaultOfQueue
	case "NewMaxOfRateLimiter":
		return MaxOf
	case "NewWithMaxWaitRateLimiter":
		return WithMaxWait
	}
	return OtherLimiter
}

// PerItem reports whether limiters of the kind remember something of each item.
func (k LimiterKind) PerItem() bool {
	switch k {
	case Exponential, FastSlow, DefaultOfItems, DefaultOfQueue:
		return true
	}
	return false
}

// FreeLimiter makes client-go's limiter of clients that lets all requests through.
const FreeLimiter = Flowcontrol + ".NewFakeAlwaysRateLimiter"

// FixedBucket makes client-go's bucket for clients and others, whose numbers nobody can change later.
const FixedBucket = Flowcontrol + ".NewTokenBucketRateLimiter"

// OnceDo is the method that runs a function once for all who call it.
const OnceDo = "sync.Once.Do"

// BucketType reports whether the named type is client-go's bucket for queues.
func BucketType(sym symbol.Name) bool {
	return Untyped(sym) == Workqueue+".BucketRateLimiter"
}

// anyLimiters are the interfaces of limiters for requests of any type. They have the same methods.
var anyLimiters = map[string]bool{
	Workqueue + ".RateLimiter":                 true,
	Workqueue + ".TypedRateLimiter[interface]": true,
	RateLimiter + ".RateLimiter":               true,
}

// SameLimiter reports whether a value of one type can be used as another, both in the notation of package code and
// of limiters, though they are declared apart.
func SameLimiter(a, b string) bool { return anyLimiters[a] && anyLimiters[b] }
