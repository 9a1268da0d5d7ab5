package interp

import "math/bits"

// A node is part of a map from objects to values. A change makes new nodes on the way to
// the root and shares the rest, so that two maps that come from one can be compared at the cost
// of what they differ in; only nodes that the one memory which changes them owns are changed themselves. It is the
// tree of Okasaki and Gill, "Fast Mergeable Integer Maps" (1998), by the objects' numbers. The nil node
// is the empty map.
type node struct {
	object *Object // of a leaf
	value  Value
	owner  *ownership

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

// with returns a map that has the value for the object, and else what n has. It changes nodes
// of the owner, which must be the only one to have n.
func (n *node) with(o *Object, v Value, owner *ownership) *node {
	switch {
	case n == nil:
		return &node{object: o, value: v, owner: owner}
	case n.bit == 0 && n.object.seq == o.seq:
		if n.owner == owner {
			n.value = v
			return n
		}
		return &node{object: o, value: v, owner: owner}
	case n.bit == 0 || !n.holds(o.seq):
		return branchOf(&node{object: o, value: v, owner: owner}, n, owner)
	}
	left := o.seq&n.bit == 0
	below := n.right
	if left {
		below = n.left
	}
	changed := below.with(o, v, owner)
	if changed == below {
		return n // its nodes are the owner's
	}
	if n.owner != owner {
		copied := *n
		copied.owner = owner
		n = &copied
	}
	if left {
		n.left = changed
	} else {
		n.right = changed
	}
	return n
}

// branchOf returns a map of two that have no number in common, of which neither can
// hold those of the other.
func branchOf(a, b *node, owner *ownership) *node {
	differ := a.number() ^ b.number()
	bit := 1 << (bits.Len(uint(differ)) - 1)
	out := &node{bit: bit, prefix: a.number() &^ (bit<<1 - 1), left: a, right: b, owner: owner}
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
