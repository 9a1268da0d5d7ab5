package value

// A Start says how a call was started: in a goroutine of its own, and how often.
type Start struct {
	Go bool
	// Times are the numbers of rounds of the loops that the call stands in, as far as they count to
	// something; a loop over elements is none of them.
	Times []Value
}
