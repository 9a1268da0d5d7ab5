package judge

import (
	"cmp"
	"slices"

	"github.com/rllint/rllint/internal/engine/host"
)

// An Attribute is one of the limits a controller runs under, or something that a program's
// controllers have only together. What is recorded of it when a controller or a manager
// is made, how it is judged, how it is named and which rule reports it stands in one
// file; nothing else need know of it.
type Attribute struct {
	// Key is its name: in facts, in what tells findings apart, and in the inventory.
	Key string
	// Rule is the name of the rule that reports it.
	Rule string
	// Fields are the fields that the inventory shows of it beside the verdict, the detail
	// and the place: some of "value", "manner", "qps", "burst", "flag" and "level", in their order.
	Fields []string
	// Listed says that its judgements are for the inventory alone: what is wrong with it the program's faults tell.
	Listed bool
	// Promised says that controllers lack it only in programs that promise a rate: see [Promise].
	Promised bool

	// whole says that what is wrong with it is known only of a program of which all was read that main reaches: what was not may
	// be just what is looked for.
	whole bool

	record host.Recorder
	judge  func(*Judge, *host.Controller) Judgement // of an attribute of each controller
	queue  func(*Judge, *host.Queue) Judgement      // of a queue made by hand, nil if such have none
	faults func(*Judge) []Fault                     // of an attribute of the whole program
}

var registered []*Attribute

// register adds an attribute to those that [Attributes] lists.
func register(a *Attribute) *Attribute {
	registered = append(registered, a)
	return a
}

// All returns all attributes, in the order of their rules.
func All() []*Attribute {
	return slices.SortedFunc(slices.Values(registered),
		func(a, b *Attribute) int { return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Key, b.Key)) })
}

// Attributes returns the attributes that each controller has, in the order of their rules.
func Attributes() []*Attribute {
	return slices.DeleteFunc(All(), func(a *Attribute) bool { return a.judge == nil })
}

// ProgramAttributes returns the attributes of the whole program, in the order of their rules.
func ProgramAttributes() []*Attribute {
	return slices.DeleteFunc(All(), func(a *Attribute) bool { return a.faults == nil })
}

// Recorders returns what records the attributes.
func Recorders() []host.Recorder {
	var list []host.Recorder
	for _, a := range All() {
		list = append(list, a.record)
	}
	return list
}

// Of judges an attribute of a controller.
func (j *Judge) Of(a *Attribute, c *host.Controller) Judgement { return a.judge(j, c) }

// OfQueue judges an attribute of a queue that is made by hand.
func (j *Judge) OfQueue(a *Attribute, q *host.Queue) Judgement {
	if a.queue == nil {
		return unknown("a queue made by hand")
	}
	return a.queue(j, q)
}

// Faults returns what is wrong with an attribute of the program.
func (j *Judge) Faults(a *Attribute) []Fault {
	if a.whole && (!j.Program.Main || j.Program.Unread) {
		return nil
	}
	return a.faults(j)
}
