package paths

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// Marks returns those of a subject.
func (s *Path) Marks(of Subject) Marks { return s.marks[of] }

// Mark replaces the marks of a subject.
func (s *Path) Mark(of Subject, m Marks) {
	if m == 0 {
		delete(s.marks, of)
		return
	}
	s.marks[of] = m
}

// Marked goes through the subjects of a class that have marks, in no order.
func (s *Path) Marked(class any) iter.Seq2[ssa.Value, Marks] {
	return func(yield func(ssa.Value, Marks) bool) {
		for of, m := range s.marks {
			if of.Class == class && !yield(of.From, m) {
				return
			}
		}
	}
}

// appendMarks adds them to a key of the path, with the calls that are deferred and the [State].
func (s *Path) appendMarks(key []byte, number map[ssa.Value]int) []byte {
	for _, d := range s.Defers {
		key = strconv.AppendInt(append(key, '\n'), int64(d.Pos()), 10)
	}
	lines := make([]string, 0, len(s.marks))
	for of, m := range maps.All(s.marks) {
		lines = append(lines, fmt.Sprintf("%v %d %x\n", of.Class, number[of.From], uint64(m)))
	}
	slices.Sort(lines)
	for _, line := range lines {
		key = append(key, line...)
	}
	if s.State != nil {
		key = append(key, s.State.Key(number)...)
	}
	return key
}
