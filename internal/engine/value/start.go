package value

// A Start says how a call was started: in a goroutine of its own, and how often.
type Start struct {
	Go bool
	// Times are the numbers of rounds of the loops that the call stands in, as far as they count to
	// something; a loop over elements is none of them.
	Times []Value
	// Round says which rounds it is of the loops over elements that the call stands in, "" if it stands in none.
	Round string
}
