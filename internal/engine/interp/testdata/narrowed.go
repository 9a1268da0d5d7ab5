// Program narrowed tests what is in memory, joins structs field by field, hands pointers to code that is not read, and
// calls itself a few times.
package main

import "example.com/probe"

type box struct{ n int }

type holder struct {
	a, b int
	p    *box
}

func count(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + count(n-1)
}

func main() {
	unknown := probe.Read[bool]()

	// What a test says of a field holds wherever the field is read on that way.
	h := &holder{}
	if unknown {
		h.p = &box{n: 1}
	}
	if h.p != nil {
		probe.See(h.p) // &{n:1}
	} else {
		probe.See(h.p) // 0
	}
	probe.See(h.p) // &{n:1}|0

	// A field that one way sets, or the other, keeps what it was on the ways that do not.
	first := holder{}
	if unknown {
		first.a = 1
	} else {
		first.b = 2
	}
	probe.See(first.a) // 0|1
	probe.See(first.b) // 0|2
	second := holder{}
	if unknown {
		second.b = 3
	}
	probe.See(second.b) // 0|3
	third := holder{}
	if !unknown {
		third.b = 4
	}
	probe.See(third.b) // 0|4

	// So do the entries of a map.
	m := map[string]int{"c": 1}
	if unknown {
		m["c"] = 2
	} else {
		m["c"] = 3
	}
	probe.See(m["c"]) // 2|3
	n := map[string]int{"d": 4}
	if unknown {
		n["d"] = 5
	}
	probe.See(n["d"]) // 4|5

	// What is written at an index that is not known may be at any.
	pair := [2]int{6, 7}
	pair[probe.Read[int]()] = 8
	probe.See(pair[0]) // 6|8
	probe.See(pair[1]) // 7|8

	// Code that is not read fills what has no value yet, and leaves pointers that have one.
	var never *box
	probe.Fill(never)
	probe.See(never) // 0
	var unset *box
	probe.Fill(&unset)
	probe.See(unset) // ?
	filled := fields{A: 5, P: nil}
	filled.P = nil
	probe.Fill(&filled)
	probe.See(filled.A) // 5|?
	probe.See(filled.B) // ?
	probe.See(filled.P) // ?
	kept := fields{P: &fields{A: 6}}
	probe.Fill(&kept)
	probe.See(kept.P.A) // 6|?

	// A field that is not exported keeps its value where the code is another package's.
	own := holder{a: 5, p: &box{n: 6}}
	probe.Fill(&own)
	probe.See(own.a) // 5
	probe.See(own.p) // &{n:6}

	// A function calls itself as often as it certainly does, or while it is given less each time.
	probe.See(count(40))             // 40
	probe.See(down(unknown, 2))      // 0|1|2
	probe.See(down(unknown, 5))      // 0|1|2|3|4|5
	probe.See(nested(unknown, 5, 0)) // 5
}

type fields struct {
	A, B int
	P    *fields
}

// down may stop before n is 0.
func down(stop bool, n int) int {
	if n > 0 && !probe.Read[bool]() {
		return down(stop, n-1)
	}
	return n
}

// nested calls itself in a branch of which nothing is known, but what it does there is certain.
func nested(yes bool, n, sum int) int {
	if yes {
		return climb(n, sum)
	}
	return climb(n, sum)
}

func climb(n, sum int) int {
	if n == 0 {
		return sum
	}
	return climb(n-1, sum+1)
}
