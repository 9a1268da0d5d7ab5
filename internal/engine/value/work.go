package value

// A Work is what a run has done and may do, in units of which an instruction takes [Instruction]. It is counted and
// not timed, so that a run ends at the same place wherever and however often it is made.
type Work struct{ Done, Limit int }

// Instruction is the work of an instruction that computes one value.
const Instruction = 4

// Add notes work that was done.
func (w *Work) Add(units int) {
	if w != nil {
		w.Done += units
	}
}

// Over reports whether more was done than may be.
func (w *Work) Over() bool { return w != nil && w.Done > w.Limit }

// Size is the work of copying or comparing a value: how many parts it has.
func Size(v Value) int {
	switch v := v.(type) {
	case *Struct:
		return 1 + len(v.Fields)
	case *Array:
		return 1 + len(v.Elems)
	case *Entries:
		return 1 + 2*len(v.Keys)
	case *Union:
		return 1 + len(v.Of)
	case Tuple:
		return 1 + len(v)
	}
	return 1
}
