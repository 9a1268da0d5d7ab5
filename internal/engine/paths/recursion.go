package paths

import "golang.org/x/tools/go/ssa"

// Functions that call each other are followed in rounds: the one that was come to first, the head, with what the round before found out
// about it. What the others came to in a round that is not the last one may lack ways, so each round of the head follows them anew.

// calls notes that the function that is being followed comes to one further out.
func (p *Program) calls(head int) {
	if n := len(p.stack); n > 0 {
		p.stack[n-1].head = min(p.stack[n-1].head, head)
	}
}

// begin notes that a function is followed from now on.
func (p *Program) begin(fn *ssa.Function) *following {
	f := &following{fn: fn, at: len(p.stack), head: len(p.stack)}
	p.stack, p.places[fn] = append(p.stack, f), f.at
	p.summaries[fn] = &Summary{}
	return f
}

// again forgets what a round of a function came to about those that call it.
func (p *Program) again(f *following) {
	for _, fn := range f.within {
		delete(p.summaries, fn)
		delete(p.open, fn)
	}
	f.within = nil
}

// outcomes returns how many outcomes a round found, of the function and of those that call it.
func (p *Program) outcomes(f *following) int {
	n := len(p.summaries[f.fn].Outcomes)
	for _, fn := range f.within {
		n += len(p.summaries[fn].Outcomes)
	}
	return n
}

// end notes that a function was followed. If it calls one further out, it is followed again in the next round of that.
func (p *Program) end(f *following) {
	p.stack = p.stack[:f.at]
	delete(p.places, f.fn)
	if f.head == f.at {
		for _, fn := range f.within {
			delete(p.open, fn)
		}
		return
	}
	outer := p.stack[f.head]
	outer.within = append(append(outer.within, f.within...), f.fn)
	for _, fn := range outer.within {
		p.open[fn] = f.head
	}
	p.calls(f.head)
}
