package main

import "example.com/probe"

var list []string

// callbacks hands functions to code that cannot be followed, which may call them any number of times.
func main() {
	n := 1
	set := 1
	probe.Made(func() int {
		n++
		set = 4
		list = append(list, "x")
		return 0
	})
	probe.See(n)         // 1|2|?
	probe.See(set)       // 1|4
	probe.See(len(list)) // 0|1|?
}
