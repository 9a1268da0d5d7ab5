// Program long has loops that only compute, and are far longer than what is followed.
package main

import "example.com/probe"

var table [1 << 20]uint32

func build(seed uint32) {
	for i := range table {
		c := uint32(i)
		for range 8 {
			if c&1 == 1 {
				c = 0xedb88320 ^ (seed - c)
			} else {
				c = seed - c
			}
		}
		table[i] = c
	}
}

func square(n int) int { return n * n }

func main() {
	build(probe.Read[uint32]())
	build(probe.Read[uint32]())
	sum := 0
	names := map[int]string{}
	for i := 0; i < 5_000_000; i++ {
		sum += square(i)
		names[i] = "x"
	}
	probe.See(sum)        // ?
	probe.See(names[7])   // "x"
	probe.See(names[1e6]) // "x"|0|?
	probe.See(table[1e6]) // 0|?
	kept := []func(){}
	for i := 0; i < 3; i++ {
		kept = append(kept, func() { probe.See(i) }) // 0, 1, 2
	}
	for _, f := range kept {
		f()
	}
	list, none := []int{1}, []int(nil)
	for i := 0; i < 5_000_000; i++ {
		list = append(list[:1], none...)
		sum += i
	}
	list = append(list, none...)
	probe.See(len(list)) // ?
	grown := []int{}
	for i := 0; i < 5_000_000; i++ {
		grown = append(grown, i)
	}
	grown = append(grown, none...)
	probe.See(len(grown))       // ?
	probe.See(grown[4_000_000]) // ?
	for i := 0; i < 100; i++ {
		if i == 50 {
			probe.See(i) // 50
		}
	}
}
