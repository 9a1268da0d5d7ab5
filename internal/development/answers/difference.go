package main

import (
	"cmp"
	"slices"
)

// difference returns what only one of two answers has. What was lost has a minus, what was gained a plus, and lines about one place
// stand beside each other.
func difference(before, after []string) []string {
	var diff []string
	only := func(list, other []string, sign string) {
		for _, l := range list {
			if _, found := slices.BinarySearch(other, l); !found {
				diff = append(diff, sign+l)
			}
		}
	}
	only(before, after, "- ")
	only(after, before, "+ ")
	slices.SortStableFunc(diff, func(a, b string) int { return cmp.Compare(a[2:], b[2:]) })
	return diff
}
