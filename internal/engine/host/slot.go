package host

// A Record holds what attributes note of a controller or a manager, each in a slot of its own.
type Record struct{ values map[any]any }

// A Slot is the place in a [Record] for one attribute's note.
type Slot[T any] struct{ name string }

// NewSlot returns a slot different from all others. The name is for people.
func NewSlot[T any](name string) *Slot[T] { return &Slot[T]{name} }

// Of returns what was noted in a record, or the zero value of T if nothing was.
func (s *Slot[T]) Of(r *Record) T {
	v, _ := r.values[s].(T)
	return v
}

// Set notes v in a record.
func (s *Slot[T]) Set(r *Record, v T) {
	if r.values == nil {
		r.values = make(map[any]any)
	}
	r.values[s] = v
}
