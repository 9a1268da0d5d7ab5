package lost

import (
	"go/ast"
	"go/token"
)

// A Result lists what was found in a package.
type Result struct {
	Errors []Error
	Gones  []Gone
	Delays []Delay
	// Unheard is whether a predicate of the package holds back the events of deletions. It says so only if there are Gones.
	Unheard bool
}

// An Error is one that a function knows of, of which its caller never hears.
type Error struct {
	Pos  token.Pos // the return without it, the branch that only tells of it, or the declaration that hides it
	Call string    // what returned the error, as it is written
	How  How
	// Other is the name of the error that is returned in its place.
	Other string
	// Told is "true" or "false" if that is what the caller hears beside no error.
	Told string
	// Informed is whether the code takes the error for information: it tells of it at that level, and at no other.
	Informed bool
	// Reconciles is whether the function returns a Result: what is lost is the retry.
	Reconciles bool
	// Final is whether the queue is told that no other try is wanted.
	Final bool
	// Noted is whether the form has shown of few programs so far that they want to know.
	Noted bool
	// Calls are the calls of a function that loses it: of one without results, before the finalizer is removed, or for [Gathered].
	Calls []token.Pos
}

// How an error is lost.
type How int

// The ways in which errors are lost.
const (
	Swallowed      How = iota // it is not nil, and the function returns nil
	Mistaken                  // another one, which is nil, is returned in its place
	Overwritten               // another one is put in its place before anybody looks at it
	Deferred                  // a deferred function puts that of a call in the place of the one that is returned
	OnlyKind                  // only one kind of it is asked for
	Sometimes                 // what an earlier step came to is returned, which may be that all went well
	DeferredStatus            // a deferred function writes the status and does not return its error
	Taken                     // any error of a Get is taken to say that there is no such object
	ToldOnly                  // it is told in a condition or an event, and nothing brings the object back
	ToldUnchanged             // it is told in a condition, which is as it was the next time
	ToldUnwritten             // it is told in an object that nobody writes after that
	Unwrapped                 // what it wraps is returned in its place, which may be nothing
	Finalized                 // a function without results tells of it, and the finalizer is removed
	Unseen                    // a deferred call returns it
	Stated                    // a function that returns a condition writes it into that
	FinalizedHere             // it is told of, and the finalizer is removed
	Unheard                   // a function that returns no error only tells of it
	DeferredOver              // a deferred function puts that of a call in the place of the one that is returned, where there is one
	Emptied                   // a function that returns no error answers as if there were nothing
	ThrownAway                // it is that of a read, and what was read is used
	Omitted                   // what could not be read is left out of a list
	Overtold                  // a condition tells of it, which the code then sets to success
	Denied                    // a condition tells of it, and a function is told that there is none
	Unwritten                 // a condition tells of it that is not written
	NilWrapped                // what is wrapped in its place is nil there
	Passed                    // it is told of, and the steps after it go well
	NilReturned               // what is returned where the code tells of an error is nil there
	Missed                    // a handler of events only tells of it
	AskedInVain               // its kind is asked for, and it is never of that
	NotSetUp                  // what the program sets up is left out for it
	Unasked                   // the server's answer says no, and nobody looks at that
	Remembered                // what was to be done counts as done before it is tried
	LeftOut                   // none: what it is asked of is gone, and what is to be deleted after it is left out
	Unused                    // nobody has the one that a call makes
	Gathered                  // it is put into a parameter, which no caller sees
	Shadowed                  // the one of that name around the block is asked for, which it does not set
	AfterReturn               // a deferred function sets it in a variable from which the result was taken before
	Compared                  // a condition compares it with another one, and nothing keeps it
)

// Doubtful reports whether the authors may mean it, or callers know by other means that something failed: of all that is found since
// Taken, but for what is wrong whatever they mean.
func (h How) Doubtful() bool {
	return h == DeferredStatus || h == Sometimes || h >= Taken && h != Finalized && h != NilWrapped && h < Unused
}

// A Gone is a Get of the object of a request, after which the request comes back also where the object is gone.
type Gone struct {
	Pos   token.Pos // the return
	Error ast.Expr  // what it returns, where that is the error itself and the Result is empty, else nil
	// Client is the name under which controller-runtime's client package is imported there, "" if it is not.
	Client string
	// Again is what brings the request back, where that is not the error but the Result beside it, else nil.
	Again *ast.CompositeLit
	// Asked is whether the code has asked whether the object is gone, and lets the request come back where it is.
	Asked bool
}

// A Delay is the same each time an error is answered with it: the queue takes it for success, and never backs off.
type Delay struct {
	Pos    token.Pos // the return
	Call   string    // what returned the error, as it is written
	Length int64     // nanoseconds, or [Requeued]
	About  bool      // something makes it a little longer or shorter
}
