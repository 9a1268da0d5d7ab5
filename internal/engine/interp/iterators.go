package interp

// A Sequence is an iterator over values that are known: a function that calls its argument
// with each of them until that returns false.
type Sequence struct {
	RelevantResults []Tuple
	Rest            Tuple // what it may yield further, nil if nothing
}

// A native is a function of the interpreter's own.
type native struct{ call func(args []Value) Value }

// iterate calls a sequence.
func (in *Interp) iterate(c *Call, s *Sequence) Value {
	if len(c.Args) == 0 {
		return nil
	}
	for _, args := range s.RelevantResults {
		more := c.Invoke(c.Args[0], args...)
		if in.dead {
			return nil
		}
		if yes, known := truth(more); known && !yes {
			return nil
		}
	}
	if s.Rest != nil {
		before := in.mem
		in.mem = before.copy()
		c.Invoke(c.Args[0], s.Rest...)
		way := in.mem
		in.mem = before
		if in.dead {
			in.dead = false // it may yield nothing
			return nil
		}
		before.join([]*memory{way, before})
	}
	return nil
}

// Collect returns what an iterator, a function, relevantResults.
func (c *Call) Collect(sequence Value) []Value {
	var list []Value
	c.Invoke(sequence, &native{func(args []Value) Value {
		if len(args) > 0 {
			list = append(list, args[0])
		}
		return Bool(true)
	}})
	return list
}
