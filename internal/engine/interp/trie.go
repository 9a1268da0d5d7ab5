package interp

import "math/bits"

// A node is part of a map from objects to values that is never changed: a change makes
// new nodes on the way to the root and shares the rest, so that two maps that come from one
// can be compared at the cost of what they differ in. It is the tree of Okasaki and
// Gill, "Fast Mergeable Integer Maps" (1998), by the objects' numbers. The nil node is the
// empty map.
type node struct {
	object *Object // of a leaf
	value  Value

	prefix      int // of a branch: the bits above bit that all numbers below have
	bit         int // the highest bit in which numbers below differ, 0 for a leaf
	left, right *node
}

// find returns the leaf of an object's number, or nil.
func (n *node) find(seq int) *node {
	for n != nil && n.bit != 0 {
		if seq&n.bit == 0 {
			n = n.left
		} else {
			n = n.right
		}
	}
	if n != nil && n.object.seq == seq {
		return n
	}
	return nil
}

// number returns a number that has the bits that all numbers in n share.
func (n *node) number() int {
	if n.bit == 0 {
		return n.object.seq
	}
	return n.prefix
}

// holds reports whether a number can be in a branch.
func (n *node) holds(seq int) bool { return seq&^(n.bit<<1-1) == n.prefix }

// with returns a map that has the value for the object, and else what n has.
func (n *node) with(o *Object, v Value) *node {
	leaf := &node{object: o, value: v}
	switch {
	case n == nil:
		return leaf
	case n.bit == 0 && n.object.seq == o.seq:
		return leaf
	case n.bit == 0 || !n.holds(o.seq):
		return branchOf(leaf, n)
	}
	out := *n
	if o.seq&n.bit == 0 {
		out.left = n.left.with(o, v)
	} else {
		out.right = n.right.with(o, v)
	}
	return &out
}

// branchOf returns a map of two that have no number in common, of which neither can
// hold those of the other.
func branchOf(a, b *node) *node {
	differ := a.number() ^ b.number()
	bit := 1 << (bits.Len(uint(differ)) - 1)
	out := &node{bit: bit, prefix: a.number() &^ (bit<<1 - 1), left: a, right: b}
	if a.number()&bit != 0 {
		out.left, out.right = b, a
	}
	return out
}

// differences calls f for each object for which n and other have different leaves, in the
// order of their numbers.
func (n *node) differences(other *node, f func(*Object)) {
	switch {
	case n == other:
	case n == nil:
		other.each(f)
	case other == nil:
		n.each(f)
	case n.bit == other.bit && n.number() == other.number():
		if n.bit == 0 {
			f(n.object)
			return
		}
		n.left.differences(other.left, f)
		n.right.differences(other.right, f)
	case n.bit > other.bit && n.holds(other.number()):
		n.differencesWithin(other, f)
	case other.bit > n.bit && other.holds(n.number()):
		other.differencesWithin(n, f)
	case n.number() < other.number():
		n.each(f)
		other.each(f)
	default:
		other.each(f)
		n.each(f)
	}
}

// differencesWithin is differences where all that small has falls on one side of n.
func (n *node) differencesWithin(small *node, f func(*Object)) {
	if small.number()&n.bit == 0 {
		n.left.differences(small, f)
		n.right.each(f)
		return
	}
	n.left.each(f)
	n.right.differences(small, f)
}

func (n *node) each(f func(*Object)) {
	switch {
	case n == nil:
	case n.bit == 0:
		f(n.object)
	default:
		n.left.each(f)
		n.right.each(f)
	}
}
