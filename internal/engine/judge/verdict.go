package judge

// A Verdict says what an attribute of a controller is.
type Verdict string

// The verdicts. Unset and Unknown are shared between attributes.
const (
	Unknown Verdict = "unknown" // callers outside the analysed packages decide, or the code cannot be followed

	Unset  Verdict = "unset"  // Limiter: nil on some path; Concurrency: nobody sets it, so it is 1
	Shared Verdict = "shared" // Limiter: made in the program's one place for it, or handed in
	Adhoc  Verdict = "adhoc"  // Limiter: made by hand for this controller

	None Verdict = "none" // Limiter, of a queue made by hand: it asks no limiter

	Priority  Verdict = "priority"   // QueueKind: what waits long for a retry, or is old news, comes last
	FirstCome Verdict = "first come" // QueueKind: requests are handed out in their order
	Own       Verdict = "own"        // QueueKind: the program makes the queue

	Wrapped Verdict = "wrapped" // Middleware: a shared limiter is asked before the inner reconciler
	Missing Verdict = "missing" // Middleware: nothing in the chain of reconcilers asks a shared limiter

	Rate  Verdict = "rate"  // Concurrency: derives from the max-reconcile-rate value
	Const Verdict = "const" // Concurrency: a constant
	Flag  Verdict = "flag"  // Concurrency: derives from another flag, environment variable or setting
)

// The verdicts on what limits the requests of a client, beside those of a number.
const (
	Default   Verdict = "default"   // the library's, since nobody sets it; also of the limiter of a queue made by hand
	Unlimited Verdict = "unlimited" // nothing
)

// Bad reports whether a verdict is one that the rules report.
func (v Verdict) Bad() bool {
	switch v {
	case Unset, Adhoc, Missing, Const, Flag:
		return true
	}
	return false
}

// Good reports whether a verdict is that of a controller within the limits.
func (v Verdict) Good() bool { return v == Shared || v == Wrapped || v == Rate }
