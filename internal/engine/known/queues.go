package known

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// A QueueConstructor says what a function that makes a queue is given, each by the number of its argument; -1 for
// what it is not given.
type QueueConstructor struct {
	Limited bool // the queue asks a limiter
	Limiter int
	Name    int
	Config  int // a struct with the queue's name, and with one that it is made around
	Inner   int // a queue that it is made around
	Options int // functions that set the options of a priority queue
}

// Queue returns what a primitive of the kind [NewQueue] is given.
func Queue(sym symbol.Name) QueueConstructor {
	c := QueueConstructor{Limiter: -1, Name: -1, Config: -1, Inner: -1, Options: -1}
	if sym == PriorityQueue+".New" {
		c.Limited, c.Name, c.Options = true, 0, 1
		return c
	}
	name := strings.Replace(sym.Declared(), "Typed", "", 1)
	first := 0
	if strings.Contains(name, "RateLimiting") {
		c.Limited, c.Limiter, first = true, 0, 1
	}
	switch {
	case strings.HasSuffix(name, "WithConfig"):
		c.Config = first
	case strings.HasSuffix(name, "WithDelayingInterface"):
		c.Inner, c.Limiter = 0, 1
	case strings.HasSuffix(name, "WithCustomQueue"):
		c.Inner, c.Name = 0, 1
	case strings.HasSuffix(name, "WithCustomClock"):
		c.Name = 1
	case strings.HasPrefix(name, "NewNamed"):
		c.Name = first
	}
	return c
}

// isQueueConstructor reports whether a function of client-go's package for queues makes one.
func isQueueConstructor(name string) bool {
	name = strings.Replace(name, "Typed", "", 1)
	name = strings.Replace(name, "Named", "", 1)
	for _, start := range []string{"NewRateLimitingQueue", "NewDelayingQueue"} {
		if rest, found := strings.CutPrefix(name, start); found {
			return rest == "" || strings.HasPrefix(rest, "With")
		}
	}
	return name == "New" || name == "NewWithConfig"
}

// queueTypes are the types of queues, without "Typed" and their type arguments.
var queueTypes = []string{"Interface", "DelayingInterface", "RateLimitingInterface", "Type", "Typed"}

// queueFamilies are the methods of queues with which workers take items.
func queueFamilies() []family {
	takes := func(name string) bool { return name == "Get" || name == "GetWithPriority" }
	list := []family{{PriorityQueue, "PriorityQueue", takes, QueueGet}}
	for _, t := range queueTypes {
		list = append(list, family{Workqueue, t, takes, QueueGet})
	}
	return list
}

// QueueType reports whether the named type is that of queues.
func QueueType(sym symbol.Name) bool {
	if sym == PriorityQueue+".PriorityQueue" {
		return true
	}
	if !sym.In(Workqueue) {
		return false
	}
	name := sym.Declared()
	return slices.ContainsFunc(queueTypes, func(t string) bool { return name == t || name == "Typed"+t })
}

// LimiterType reports whether the named type is the interface of the limiters that queues ask.
func LimiterType(sym symbol.Name) bool {
	return Untyped(sym) == Workqueue+".RateLimiter"
}

// spawners start the functions that they are given in goroutines of their own.
var spawners = map[symbol.Name]bool{
	"golang.org/x/sync/errgroup.Group.Go":    true,
	"golang.org/x/sync/errgroup.Group.TryGo": true,
	"sync.WaitGroup.Go":                      true,
	waitPackage + "Group.Start":              true,
	waitPackage + "Group.StartWithChannel":   true,
	waitPackage + "Group.StartWithContext":   true,
}

// Spawns reports whether a function starts those that it is given in goroutines of their own.
func Spawns(sym symbol.Name) bool { return spawners[sym] }

// TriesAgain reports whether a function of Kubernetes' calls another one until that does not fail, or for so long.
func TriesAgain(sym symbol.Name) bool {
	return sym.In(strings.TrimSuffix(waitPackage, ".")) &&
		(strings.HasPrefix(sym.Declared(), "ExponentialBackoff") || strings.HasPrefix(sym.Declared(), "Poll"))
}
