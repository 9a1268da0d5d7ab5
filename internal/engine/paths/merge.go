package paths

import (
	"maps"
)

// Apart returns what keeps paths apart beyond the bound on their number: the marks of clients, and the calls that are deferred. What else
// is known is widened, as in Das, Lerner and Seigle, ESP: Path-Sensitive Program Verification in Polynomial Time (2002).
func (f *Frame) Apart(s *Path) string {
	return string(s.appendMarks(nil, f.Number))
}

// Merge returns what holds on both of two paths. What differs is lost: nothing is concluded from it.
func (f *Frame) Merge(a, b *Path) *Path {
	s := a.clone()
	s.Paired, s.Doubted = nil, a.Doubted || b.Doubted
	maps.DeleteFunc(s.given, func(id int, v Scalar) bool { return b.given[id] != v })
	for v, have := range s.regs {
		if b.regs[v] != have {
			s.regs[v] = have.lose()
		}
	}
	for v := range b.regs {
		if _, both := s.regs[v]; !both {
			s.regs[v] = b.regs[v].lose()
		}
	}
	for v, have := range s.Cells {
		if b.Cells[v] != have {
			s.Cells[v] = have.lose()
		}
	}
	return s
}

// lose returns a value of the same form of which nothing is known.
func (v Value) lose() Value {
	gone := Scalar{Is: Lost}
	return Value{Form: v.Form, Self: gone, After: gone, Requeue: gone}
}
