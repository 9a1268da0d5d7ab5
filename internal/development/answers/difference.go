package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// difference returns what only one of two answers has. Findings and fixes that were lost have a minus, those that were gained
// a plus, and those about one place stand beside each other. Of the inventory it has the members that changed, and those
// that changed alike in several entries once.
func difference(before, after []string) []string {
	var diff []string
	only := func(list, other []string, sign string) {
		for _, l := range list {
			if _, found := slices.BinarySearch(other, l); !found && !strings.HasPrefix(l, inventoryLine) {
				diff = append(diff, sign+l)
			}
		}
	}
	only(before, after, "- ")
	only(after, before, "+ ")
	slices.SortStableFunc(diff, func(a, b string) int { return cmp.Compare(a[2:], b[2:]) })
	return append(diff, inventoryDifference(entries(before), entries(after))...)
}

func inventoryDifference(before, after map[string]map[string]string) []string {
	var diff []string
	type change struct{ member, before, after string }
	alike := make(map[change][]string) // the entries in which something changed
	for _, entry := range slices.Sorted(maps.Keys(union(before, after))) {
		was, is := before[entry], after[entry]
		switch {
		case was == nil:
			diff = append(diff, "+ "+inventoryLine+entry)
		case is == nil:
			diff = append(diff, "- "+inventoryLine+entry)
		default:
			for m := range union(was, is) {
				if was[m] != is[m] {
					c := change{m, was[m], is[m]}
					alike[c] = append(alike[c], entry)
				}
			}
		}
	}
	for _, c := range slices.SortedFunc(maps.Keys(alike), func(c, d change) int {
		return cmp.Or(cmp.Compare(c.member, d.member), cmp.Compare(alike[c][0], alike[d][0]))
	}) {
		text := fmt.Sprintf("%s%s: %s, was %s, in %s", inventoryLine, c.member, cmp.Or(c.after, "nothing"), cmp.Or(c.before, "nothing"),
			alike[c][0])
		if more := len(alike[c]) - 1; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		diff = append(diff, text)
	}
	return diff
}

func union[V any](a, b map[string]V) map[string]V {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// entries returns the entries of an answer's inventory by what tells them apart, and of each the members that are no objects
// or lists by their paths.
func entries(lines []string) map[string]map[string]string {
	all := make(map[string]map[string]string)
	for _, l := range lines {
		kind, data, _ := strings.Cut(strings.TrimPrefix(l, inventoryLine), " ")
		var v any
		if !strings.HasPrefix(l, inventoryLine) || json.Unmarshal([]byte(data), &v) != nil {
			continue
		}
		members := make(map[string]string)
		flatten(v, "", members)
		name := kind
		for _, m := range []string{"name", "file", "line", "column", "main"} {
			if members[m] != "" {
				name += " " + strings.Trim(members[m], `"`)
			}
		}
		for all[name] != nil { // a second controller of one place and main package
			name += "'"
		}
		all[name] = members
	}
	return all
}

func flatten(v any, path string, members map[string]string) {
	switch v := v.(type) {
	case map[string]any:
		for name, v := range v {
			flatten(v, strings.TrimPrefix(path+"."+name, "."), members)
		}
	case []any:
		for i, v := range v {
			flatten(v, fmt.Sprintf("%s[%d]", path, i), members)
		}
	default:
		data, _ := json.Marshal(v)
		members[path] = string(data)
	}
}
