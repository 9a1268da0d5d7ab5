// Program open has loops whose end is not known.
package main

import "example.com/probe"

type counter struct {
	n    int
	list []int
}

func main() {
	n := 1
	for range probe.Read[[]int]() {
		n++
	}
	probe.See(n) // 1|?

	doubled := 1
	for i := 0; i < probe.Read[int](); i++ {
		probe.See(i) // ?
		doubled *= 2
	}
	probe.See(doubled) // 1|?

	list := []int{2}
	for range probe.Read[[]int]() {
		list = append(list, 4)
	}
	probe.See(len(list)) // 1|?
	probe.See(list[0])   // 2
	probe.See(list[3])   // 4
	for i, x := range list {
		probe.See(i) // ?
		probe.See(x) // 2|4
	}

	total := 0
	for _, x := range list {
		total += x
	}
	probe.See(total) // 0|?

	c := &counter{n: 1}
	for range probe.Read[[]int]() {
		c.n += 3
		c.list = append(c.list, c.n)
	}
	probe.See(c.n)         // 1|4|?
	probe.See(len(c.list)) // 0|1|?

	captured := 0
	for range probe.Read[[]int]() {
		captured++
	}
	func() { probe.See(captured) }() // 0|1|?

	kept := make(map[string]int)
	for _, k := range probe.Read[[]string]() {
		kept[k] = 3
	}
	probe.See(len(kept)) // ?

	first := true
	for range probe.Read[[]int]() {
		if first {
			probe.See("first") // "first"
		} else {
			probe.See("later") // "later"
		}
		first = false
	}

	set := 1
	for _, x := range probe.Read[[]int]() {
		if x > 3 {
			set = 10
		}
	}
	probe.See(set) // 1|10

	tries := 0
	for {
		tries++
		if probe.Read[bool]() {
			break
		}
	}
	probe.See(tries) // 1|?

	known := 0
	for range 5 {
		if probe.Read[bool]() {
			break
		}
		known++
	}
	probe.See(known) // 0|1|2|3|4|5

	numbers := []int{5}
	probe.Fill(&numbers)
	probe.See(numbers[0]) // 5|?
	settings := struct{ List []int }{[]int{6}}
	probe.Fill(&settings)
	probe.See(settings.List[0]) // 6|?
	names := []string{"a"}
	probe.Fill(&names)
	probe.See(names[0]) // "a"
}
