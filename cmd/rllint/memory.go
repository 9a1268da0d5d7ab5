package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Heap growth, in percent of what is in use, before garbage is collected. More than Go's usual
// 100 saves a quarter of the time and costs memory: each process of go vet stays under 250 MB.
// The command lets a small heap grow more than a large one.
const (
	vetToolHeapGrowth = 400
	mostHeapGrowth    = 400
	leastHeapGrowth   = 160

	growTo = 700 << 20 // bytes up to which the heap may grow by more than the least
	// stayBelow is how many bytes the process may take without a collection before the heap has grown by the
	// least: a program of thousands of controllers is held to them for a twentieth of its time.
	stayBelow = 900 << 20
)

// collectGarbage sets the heap growth, unless the user did.
func collectGarbage(growth int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(growth)
	}
}

// adaptHeapGrowth sets the heap growth after each collection, unless the user did.
func adaptHeapGrowth() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(mostHeapGrowth)
		limitMemory(0)
		afterCollection()
	}
}

// afterCollection has the heap growth set once the next collection is over: what nothing refers to is then
// cleaned up.
func afterCollection() {
	mark := new([16]byte)
	runtime.AddCleanup(mark, func(int) {
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		if metrics.Read(sample); sample[0].Value.Kind() == metrics.KindUint64 {
			live := uint(sample[0].Value.Uint64())
			debug.SetGCPercent(heapGrowth(live))
			limitMemory(live)
		}
		afterCollection()
	}, 0)
}

// heapGrowth returns the growth, in percent, of a heap of which so many bytes are in use.
func heapGrowth(live uint) int {
	switch {
	case live == 0:
		return mostHeapGrowth
	case live >= growTo:
		return leastHeapGrowth
	}
	return int(min(max((growTo-live)*100/live, leastHeapGrowth), mostHeapGrowth))
}

// limitMemory has garbage collected when the process takes so much memory, unless the user set a limit.
func limitMemory(live uint) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(memoryLimit(live)))
	}
}

// memoryLimit returns the limit for a heap of which so many bytes are in use: a larger heap keeps room to grow.
func memoryLimit(live uint) uint { return max(stayBelow, live/4*7) }
