// Program variables has package variables whose initialisers may wait until somebody asks for them, and some that may not.
package main

import (
	"errors"
	"strings"

	"example.com/probe"
)

type kind struct{ group, name string }

type named interface{ string() string }

func (k *kind) string() string { return k.name }

var (
	group    = "example.com"
	origin   = kind{group: group, name: "o"}
	from     = origin.name + "." + origin.group
	parts    = kind{group: group, name: "part"}
	fullName = last + "." + parts.group
	last     = parts.name + "s"
	table    = map[string]int{"a": 1, "b": 2}
	list     = []string{"x", fullName}
	pointer  = &kind{name: "pointed"}
	dynamic  = named(&kind{name: "dynamic"})
	failure  = errors.New("failure")

	changed  = "at first"
	derived  = changed + "!"
	counted  = next()
	again    = next()
	count    int
	read     = probe.Read[int]()
	also     = read + 1
	one, two = pair()
	same     = pointer
	address  = &changed
	function = func() string { return group }
	unused   = strings.ToUpper(group)
	seen     = see()
)

func next() int { count++; return count }

func pair() (int, string) { return 1, "two" }

func see() int { probe.See("before main"); return 1 } // "before main"

func main() {
	changed = "later"
	probe.See(derived)    // "at first!"
	probe.See(changed)    // "later"
	probe.See(*address)   // "later"
	probe.See(fullName)   // "parts.example.com"
	probe.See(parts.name) // "part"
	parts.name = "changed"
	probe.See(last)       // "parts"
	probe.See(parts.name) // "changed"
	probe.See(table["b"]) // 2
	probe.See(list[1])    // "parts.example.com"
	if probe.Read[bool]() {
		probe.See(pointer.name) // "pointed"
		pointer.name = "other"
	}
	probe.See(pointer.name)     // "other"|"pointed"
	probe.See(same.name)        // "other"|"pointed"
	probe.See(dynamic.string()) // "dynamic"
	probe.See(failure == nil)   // false
	probe.See(from)             // "o.example.com"
	probe.See(counted)          // 1
	probe.See(again)            // 2
	probe.See(also)             // ?
	probe.See(one)              // 1
	probe.See(two)              // "two"
	probe.See(function())       // ?
	list[0] = "set"
	probe.See(list[0]) // "set"
	deep()
}

var (
	v1 = "1"
	v2 = v1 + "2"
	v3 = v2 + "3"
	v4 = v3 + "4"
	v5 = v4 + "5"
	v6 = v5 + "6"
)

func deep() {
	for range 2 {
		probe.See(v6) // "123456", "123456"
	}
}
