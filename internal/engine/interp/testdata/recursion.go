// Program recursion has functions that call themselves, and may stop doing so at any time.
package main

import "example.com/probe"

var (
	counted int
	steps   []int
	most    = options{Workers: 5}
)

type options struct{ Workers, Depth int }

// list ends with its list, if not before.
func list(of []int) {
	if len(of) == 0 || probe.Read[bool]() {
		return
	}
	probe.See(of[0]) // 1, 2, 3, 4, 5, 6
	list(of[1:])
}

// down is called with ever smaller numbers.
func down(n int) {
	if n == 0 || probe.Read[bool]() {
		return
	}
	probe.See(n) // 5, 4, 3, 2, 1
	down(n - 1)
}

// apart hands on a copy of the rest of a list.
func apart(of []string) {
	if len(of) == 0 {
		return
	}
	if probe.Read[bool]() {
		probe.See(of[0]) // "a", "b", "c", "d", "e"
		apart(append([]string{}, of[1:]...))
	}
}

// again counts how often it is called, which nobody knows.
func again(o *options) {
	counted++
	o.Depth++
	steps = append(steps, 1)
	if probe.Read[bool]() {
		again(o)
	}
}

func total() int {
	if probe.Read[bool]() {
		return 0
	}
	return 1 + total()
}

func main() {
	list([]int{1, 2, 3, 4, 5, 6})
	down(5)
	apart([]string{"a", "b", "c", "d", "e"})
	again(&most)
	probe.See(counted)      // 1|2|3|?
	probe.See(most.Depth)   // 1|2|3|?
	probe.See(most.Workers) // 5
	probe.See(steps[0])     // 1|?
	probe.See(len(steps))   // 1|2|3|?
	probe.See(total())      // 0|?
}
