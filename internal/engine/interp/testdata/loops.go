// Program loops goes round.
package main

import "example.com/probe"

func one()   {}
func two()   {}
func three() {}

func fine() error { return nil }

func main() {
	tableByUnknownKeys()
	rounds()
	for _, f := range []func(){one, two, three} {
		probe.See(f) // one, two, three
	}
	for i := 0; i < 3; i++ {
		probe.See(i) // 0, 1, 2
	}
	for i := range 2 {
		probe.See(i) // 0, 1
	}
	for name, f := range map[string]func(){"a": one, "b": two} {
		_ = name
		probe.See(f) // one, two
	}
	var list []func()
	for _, f := range []func(){one, two} {
		list = append(list, f)
	}
	for _, f := range list {
		probe.See(f) // one, two
	}
	times := 0
	for range 100 {
		if err := fine(); err != nil {
			return
		}
		times++
	}
	probe.See(times) // 100
	sum := 0
	for _, n := range [...]int{1, 2, 3} {
		sum += n
	}
	probe.See(sum) // 6

	n := probe.Read[int]()
	last := 0
	for i := 0; i < n; i++ {
		last = 5
	}
	probe.See(last) // 0|5

	for _, f := range list {
		if probe.Read[bool]() {
			break
		}
		defer func() { probe.See(f) }() // one, two, one
	}
	for i := 0; ; i++ {
		if i == 4 {
			probe.See(i) // 4
			break
		}
	}
	ch := make(chan func(), 1)
	ch <- one
	select {
	case f := <-ch:
		probe.See(f) // ?
	default:
	}
}

// rounds has loops that are tested at their end, with branches inside.
func rounds() {
	for range 2 {
		for i := range 2 {
			if probe.Read[bool]() {
				probe.Fill(i)
			}
			probe.See(i) // 0, 1, 0, 1
		}
		probe.See(5) // 5, 5
	}
	n := 0
	for {
		if probe.Read[bool]() {
			n = 1
		}
		if probe.Read[bool]() {
			break
		}
	}
	probe.See(n) // 0|1
}

// tableByUnknownKeys calls in each round one of two functions, nobody knows which: some rounds show what
// they do.
func tableByUnknownKeys() {
	table := map[string]func(){
		"a": func() {
			probe.See(1) // 1, 1, 1, 1
		},
		"b": func() {
			probe.See(2) // 2, 2, 2, 2
		},
	}
	for range []int{1, 2, 3, 4, 5, 6, 7, 8, 9} {
		if f, ok := table[probe.Read[string]()]; ok {
			f()
		}
	}
}
