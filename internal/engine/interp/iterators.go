package interp

import "github.com/rllint/rllint/internal/engine/value"

// A Sequence is an iterator over values that are known: a function that calls its argument
// with each of them until that returns false.
type Sequence struct {
	Known []value.Tuple
	Rest  value.Tuple // what it may yield further, nil if nothing
	Mixed bool        // the order is not known
}

// iterate calls a sequence.
func (in *Interp) iterate(c *Call, s *Sequence) value.Value {
	if len(c.Args) == 0 {
		return nil
	}
	for _, args := range s.Known {
		more := c.Invoke(c.Args[0], args...)
		if in.ended() {
			return nil
		}
		if yes, known := value.Truth(more); known && !yes {
			return nil
		}
	}
	if s.Rest != nil {
		in.perhaps(func() { c.Invoke(c.Args[0], s.Rest...) }) // it may yield nothing
	}
	return nil
}

// Collect returns a slice of what a sequence yields.
func (c *Call) Collect(s *Sequence) value.Value {
	var list []value.Value
	var rest value.Value
	if s.Rest != nil {
		rest = s.Rest[0]
	}
	for _, args := range s.Known {
		list = append(list, args[0])
	}
	out := c.List(list, rest, c.At)
	if s.Mixed {
		c.Mix(out)
	}
	return out
}
