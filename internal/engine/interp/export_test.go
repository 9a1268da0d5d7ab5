package interp

// Steps returns the instructions that were run.
func (in *Interp) Steps() int { return in.steps }

// Work returns the work that was done, by runs aside too: instructions, joins, and walks over values.
func (in *Interp) Work() int { return in.work.Done }
