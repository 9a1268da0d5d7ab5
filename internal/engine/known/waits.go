package known

import "github.com/rllint/rllint/internal/engine/symbol"

// A WaitKind says how a function waits.
type WaitKind int

// How functions wait.
const (
	NoWait       WaitKind = iota
	Sleep                 // returns after Args[0]
	After                 // returns a channel that is sent to after Args[0]
	Poll                  // calls a function until it says yes, at most for the duration that comes last among its arguments
	PollForever           // calls a function until it says yes or the context ends
	RetryBackoff          // calls a function until it succeeds, with the back-off Args[0]
)

const (
	waitPackage  = "k8s.io/apimachinery/pkg/util/wait."
	retryPackage = "k8s.io/client-go/util/retry."
)

var waits = map[symbol.Name]WaitKind{
	"time.Sleep": Sleep,
	"time.After": After,
	"time.Tick":  After,

	waitPackage + "Poll":                             Poll,
	waitPackage + "PollWithContext":                  Poll,
	waitPackage + "PollImmediate":                    Poll,
	waitPackage + "PollImmediateWithContext":         Poll,
	waitPackage + "PollUntilContextTimeout":          Poll,
	waitPackage + "PollInfinite":                     PollForever,
	waitPackage + "PollImmediateInfinite":            PollForever,
	waitPackage + "PollUntil":                        PollForever,
	waitPackage + "PollImmediateUntil":               PollForever,
	waitPackage + "PollUntilWithContext":             PollForever,
	waitPackage + "PollImmediateUntilWithContext":    PollForever,
	waitPackage + "PollUntilContextCancel":           PollForever,
	waitPackage + "ExponentialBackoff":               RetryBackoff,
	waitPackage + "ExponentialBackoffWithContext":    RetryBackoff,
	retryPackage + "OnError":                         RetryBackoff,
	ClientGoCache + ".WaitForCacheSync":              PollForever, // which never come about if nobody may list the kind
	ClientGoCache + ".WaitForNamedCacheSync":         PollForever,
	RetryOnConflict:                                  NoWait, // until others are through with a write, which is short
	"k8s.io/apimachinery/pkg/util/wait.Backoff.Step": NoWait,
}

// Wait returns how the function or method with the symbol waits.
func Wait(sym symbol.Name) WaitKind {
	if k, ok := waits[sym]; ok {
		return k
	}
	if !Clock(sym) || sym.In("time") {
		return NoWait
	}
	switch sym.Last() {
	case "Sleep":
		return Sleep
	case "After":
		return After
	}
	return NoWait
}

// TakesItem reports whether a function takes an item from a queue, or from one of those that informers are made of.
func TakesItem(sym symbol.Name) bool {
	return Func(sym) == QueueGet || sym.In(ClientGoCache) && sym.Last() == "Pop"
}

// CallsAtOnce reports whether a function calls the functions that it is handed before it returns.
func CallsAtOnce(sym symbol.Name) bool {
	return Wait(sym) != NoWait || TakesItem(sym) || Func(sym) == RunNow && sym.Last() != "Go" ||
		sym.In(ControllerRuntime+"/pkg/controller/controllerutil")
}

// RetryOnConflict is the function that tries a write again after a conflict.
const RetryOnConflict = symbol.Name(retryPackage + "RetryOnConflict")

// IsConflict is the function that tells whether a write met a conflict.
const IsConflict = symbol.Name("k8s.io/apimachinery/pkg/api/errors.IsConflict")

// AddFinalizer is the function that adds a finalizer to an object, and writes nothing.
const AddFinalizer = symbol.Name(ControllerRuntime + "/pkg/controller/controllerutil.AddFinalizer")

// denials are the names of methods with which a limiter says yes or no at once, with the answer that is no.
var denials = map[string]bool{
	"Allow": false, "AllowN": false, "TryAccept": false, "TryTake": false, "Throttle": true, "Throttled": true, "IsThrottled": true,
	"ShouldThrottle": true,
}

// Denies returns which answer of a limiter's method of a name is no, and whether it is such a name.
func Denies(name string) (answer, named bool) {
	answer, named = denials[name]
	return answer, named
}

// LimiterMethodOf reports whether a method is one of x/time/rate's or client-go's limiters.
func LimiterMethodOf(sym symbol.Name) bool {
	switch sym.Owner() {
	case Rate + ".Limiter", Flowcontrol + ".RateLimiter", Flowcontrol + ".PassiveRateLimiter":
		return true
	}
	return false
}
