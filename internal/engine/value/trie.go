package value

import (
	"math/bits"
	"slices"
)

// A node is part of a map from objects to values. A change makes new nodes on the way to
// the root and shares the rest, so that two maps that come from one can be compared at the cost
// of what they differ in; only nodes that the one memory which changes them owns are changed themselves. It is the
// tree of Okasaki and Gill, "Fast Mergeable Integer Maps" (1998), by the objects' numbers. The nil node
// is the empty map.
type node struct {
	object *Object // of a leaf
	value  Value
	owner  *ownership
	common bool // it, or one below, is of a common object

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
		return leafOf(o, v, owner)
	case n.bit == 0 && n.object.seq == o.seq:
		if n.owner == owner {
			n.value = v
			return n
		}
		return leafOf(o, v, owner)
	case n.bit == 0 || !n.holds(o.seq):
		return branchOf(leafOf(o, v, owner), n, owner)
	}
	left := o.seq&n.bit == 0
	below := n.right
	if left {
		below = n.left
	}
	changed := below.with(o, v, owner)
	if changed == below {
		n.common = n.common || o.common
		return n // its nodes are the owner's
	}
	if n.owner != owner {
		copied := *n
		copied.owner = owner
		n = &copied
	}
	n.common = n.common || o.common
	if left {
		n.left = changed
	} else {
		n.right = changed
	}
	return n
}

func leafOf(o *Object, v Value, owner *ownership) *node {
	return &node{object: o, value: v, owner: owner, common: o.common}
}

// branchOf returns a map of two that have no number in common, of which neither can
// hold those of the other.
func branchOf(a, b *node, owner *ownership) *node {
	differ := a.number() ^ b.number()
	bit := 1 << (bits.Len(uint(differ)) - 1)
	out := &node{bit: bit, prefix: a.number() &^ (bit<<1 - 1), left: a, right: b, owner: owner, common: a.common || b.common}
	if a.number()&bit != 0 {
		out.left, out.right = b, a
	}
	return out
}

// A merger makes one map of several.
type merger struct {
	owner *ownership
	// leaf returns the value of an object of which the maps have the leaves given, nil for none.
	leaf    func(o *Object, leaves []*node) Value
	visited int // nodes
}

// merge returns the map of what the maps hold together. What they share costs nothing, nor does what only
// one of them has, but for common objects: maps that do not have these have them all the same.
func (m *merger) merge(list []*node) *node {
	m.visited += len(list)
	list = distinct(list)
	lacks, one := false, true
	var first *node
	for _, n := range list {
		switch {
		case n == nil:
			lacks = true
		case first == nil:
			first = n
		default:
			one = false
		}
	}
	if first == nil || one && (!lacks || !first.common) {
		return first
	}
	bit := 0 // the highest bit in which numbers below differ
	for _, n := range list {
		if n != nil {
			bit = max(bit, n.bit, highest(n.number()^first.number()))
		}
	}
	if bit == 0 {
		return &node{object: first.object, value: m.leaf(first.object, list), owner: m.owner, common: first.common}
	}
	left, right := make([]*node, len(list)), make([]*node, len(list))
	for i, n := range list {
		switch {
		case n == nil:
		case n.bit == bit:
			left[i], right[i] = n.left, n.right
		case n.number()&bit == 0:
			left[i] = n
		default:
			right[i] = n
		}
	}
	l, r := m.merge(left), m.merge(right)
	for _, n := range list {
		if n != nil && n.bit == bit && n.left == l && n.right == r {
			return n
		}
	}
	return &node{bit: bit, prefix: first.number() &^ (bit<<1 - 1), left: l, right: r, owner: m.owner, common: l.common || r.common}
}

// highest returns the highest bit of a number, 0 for 0.
func highest(n int) int {
	if n == 0 {
		return 0
	}
	return 1 << (bits.Len(uint(n)) - 1)
}

// distinct returns the nodes of a list, each once.
func distinct(list []*node) []*node {
	if len(list) <= scanned {
		out := list[:0:0]
		for _, n := range list {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
		return out
	}
	seen := make(map[*node]bool, len(list))
	var out []*node
	for _, n := range list {
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
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

// changed calls f for the objects whose leaves two maps do not share.
func changed(a, b *node, f func(*Object)) {
	switch {
	case a == b:
	case a == nil:
		b.each(f)
	case b == nil:
		a.each(f)
	case a.bit < b.bit:
		changed(b, a, f)
	case a.bit > b.bit && a.holds(b.number()):
		with, without := a.left, a.right
		if b.number()&a.bit != 0 {
			with, without = without, with
		}
		changed(with, b, f)
		without.each(f)
	case a.bit == b.bit && a.number() == b.number():
		if a.bit == 0 {
			f(a.object)
			return
		}
		changed(a.left, b.left, f)
		changed(a.right, b.right, f)
	default:
		a.each(f)
		b.each(f)
	}
}
