package value

// A Start says how a call was started: in a goroutine of its own, and how often.
type Start struct {
	Go bool
	// Loops are those that the call stands in, as far as they count to something; a loop over elements is none of them.
	Loops []Loop
	// Round says which rounds it is of the loops over elements that the call stands in, "" if it stands in none.
	Round string
}

// A Loop is one that counts.
type Loop struct {
	Header int   // its header among the blocks of the function that calls, -1 if it is another's
	Rounds Value // how often it goes round
	Round  int   // which of them it is, counted by its conditions that are known; 0 for all
}
