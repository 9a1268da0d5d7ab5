// Program memory has values that are copied and values that are shared.
package main

import "example.com/probe"

type inner struct{ n int }

type outer struct {
	inner  inner
	shared *inner
	list   [2]int
}

type readable struct {
	Rate int
	next *readable
}

func change(o outer) { o.inner.n = 100 }

func changeIt(o *outer) { o.inner.n = 200 }

func main() {
	a := outer{inner: inner{n: 1}, shared: &inner{n: 2}}
	b := a
	b.inner.n = 10
	b.shared.n = 20
	b.list[1] = 30
	probe.See(a.inner.n)  // 1
	probe.See(a.shared.n) // 20
	probe.See(a.list[1])  // 0
	probe.See(b.list[1])  // 30
	change(a)
	probe.See(a.inner.n) // 1
	changeIt(&a)
	probe.See(a.inner.n) // 200

	room := make([]int, 2, 4)
	longer := append(room, 5)
	longer[0] = 6
	probe.See(room[0]) // 6
	room[1] = 7
	probe.See(longer[1]) // 7
	other := append(room, 8)
	probe.See(longer[2]) // 8
	other[1] = 9
	probe.See(longer[1]) // 9
	full := append(room[:2:2], 10)
	full[0] = 11
	probe.See(room[0]) // 6
	grown := append(longer, 1, 2)
	grown[0] = 12
	probe.See(longer[0]) // 6
	some := make([]int, 0, 2)
	if probe.Read[bool]() {
		some = append(some, 13)
		some[0] = 14
	}
	for _, n := range some {
		probe.See(n) // 14
	}

	chosen := []int{24}
	for probe.Read[bool]() {
		if probe.Read[bool]() {
			chosen = append(chosen, 25)
		}
	}
	for _, n := range chosen {
		probe.See(n) // 24|25
	}

	part := longer[1:2]
	part = append(part, 15)
	probe.See(longer[2]) // 15
	part[0] = 16
	probe.See(longer[1]) // 16
	var behind [4]int
	_ = append(behind[2:2], 17)
	probe.See(behind[2]) // 17
	var sometimes [3]int
	if probe.Read[bool]() {
		sometimes[1] = 19
	}
	probe.See(sometimes[1]) // 0|19
	one, another := make([]int, 1, 3), make([]int, 1, 3)
	which := one
	if probe.Read[bool]() {
		which = another
	}
	which = append(which, 18)
	probe.See(one[:2][1])     // 0|18
	probe.See(another[:2][1]) // 0|18
	probe.See(which[1])       // 18
	either := []int{2}
	if probe.Read[bool]() {
		either = append(either, 4)
	}
	for i := len(either) - 1; i >= 0; i-- {
		probe.See(either[i]) // 2|4, 2|4
	}

	first, second := inner{n: 1}, inner{n: 2}
	of := &first
	if probe.Read[bool]() {
		of = &second
	}
	of.n = 3
	probe.See(first.n)  // 1|3
	probe.See(second.n) // 2|3
	*of = inner{n: 4}
	probe.See(first.n)  // 1|3|4
	probe.See(second.n) // 2|3|4
	var perhaps *inner
	if probe.Read[bool]() {
		perhaps = &inner{n: 5}
	}
	perhaps.n = 6
	probe.See(perhaps.n) // 6

	arr := [3]int{1, 2, 3}
	copied := arr
	arr[0] = 9
	probe.See(copied[0]) // 1
	copied[1] = 8
	arr[2] = 7
	probe.See(arr[0])    // 9
	probe.See(arr[1])    // 2
	probe.See(copied[1]) // 8
	probe.See(copied[2]) // 3
	if probe.Read[bool]() {
		arr[0] = 11
	}
	probe.See(arr[0]) // 11|9
	whole := arr
	if probe.Read[bool]() {
		arr[1] = 12
		arr[1] = 13
	}
	arr[2] = 14
	probe.See(arr[1])   // 13|2
	probe.See(whole[1]) // 2
	probe.See(whole[2]) // 7

	s := []int{1, 2, 3}
	t := s[1:]
	t[0] = 5
	probe.See(s[1])   // 5
	probe.See(len(t)) // 2
	u := append(s[:1:1], 6)
	probe.See(u[1]) // 6
	probe.See(s[1]) // 5

	m := map[string]int{"a": 1}
	alias := m
	alias["b"] = 2
	probe.See(m["b"]) // 2
	probe.See(m["c"]) // 0
	_, ok := m["a"]
	probe.See(ok) // true
	delete(m, "a")
	probe.See(m["a"]) // 0

	m["d"], m["e"] = 4, 5
	delete(m, probe.Read[string]())
	probe.See(m["d"]) // 0|4
	m[probe.Read[string]()] = 6
	probe.See(m["e"]) // 0|5|6
	clear(m)
	probe.See(m["e"]) // 0
	dst := make([]int, 2)
	n := copy(dst, []int{7, 8, 9})
	probe.See(dst[1]) // 8
	probe.See(n)      // 2
	copy(dst, probe.Read[[]int]())
	probe.See(dst[1]) // 8|?

	var set readable
	probe.Fill(&set)
	probe.See(set.Rate) // ?
	kept := readable{Rate: 5}
	probe.See(kept.Rate) // 5

	p := &kept
	q := &p
	(*q).Rate = 6
	probe.See(kept.Rate) // 6
	loop := &readable{Rate: 1}
	loop.next = loop
	loop.next.next.next.Rate = 2
	probe.See(loop.Rate) // 2

	var e any = kept
	if r, ok := e.(readable); ok {
		probe.See(r.Rate) // 6
	}
	if _, ok := e.(inner); ok {
		probe.See("never") // -
	}
	switch v := e.(type) {
	case inner:
		probe.See(v.n) // -
	case readable:
		probe.See(v.Rate) // 6
	}
	probe.See(probe.Read[int]()) // ?

	before := -1 // below every array: to read there panics
	pair := [2]int{1, 2}
	probe.See(pair[before])   // ?
	probe.See(dst[before])    // ?
	probe.See(pair[before+1]) // 1

	// A part whose bounds are not known can have any length, and all elements that it can have are gone over.
	three := []int{1, 2, 3}
	probe.See(len(three[:probe.Read[int]()]))  // 0|1|2|3
	probe.See(len(three[probe.Read[int]():]))  // 0|1|2|3
	probe.See(len(three[1:probe.Read[int]()])) // 0|1|2
	until := 1
	if probe.Read[bool]() {
		until = 2
	}
	probe.See(len(three[:until])) // 1|2
	for _, n := range three[:probe.Read[int]()] {
		probe.See(n) // 1, 2, 3
	}
	for _, n := range three[probe.Read[int]():] {
		probe.See(n) // 1|2|3, 2|3, 3
	}
}
