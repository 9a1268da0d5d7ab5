package main

import "testing"

func TestHeapGrowth(t *testing.T) {
	for _, test := range []struct {
		live uint
		want int
	}{
		{0, mostHeapGrowth},
		{1 << 20, mostHeapGrowth},
		{growTo / 4, 300},
		{growTo / 2, leastHeapGrowth},
		{growTo, leastHeapGrowth},
		{growTo * 10, leastHeapGrowth},
	} {
		if got := heapGrowth(test.live); got != test.want {
			t.Errorf("%d bytes in use: growth %d %%, want %d %%", test.live, got, test.want)
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	for _, test := range []struct{ live, want uint }{
		{0, stayBelow},
		{stayBelow / 2, stayBelow},
		{stayBelow, stayBelow / 4 * 7},
	} {
		if got := memoryLimit(test.live); got != test.want {
			t.Errorf("%d bytes in use: limit %d, want %d", test.live, got, test.want)
		}
	}
}
