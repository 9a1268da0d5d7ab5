//go:build !cr19

// Command queuestarts starts the workers of its queues in several places each. The name of a queue says how many
// goroutines take its items.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/workqueue"
)

var (
	workers = flag.Int("workers", 5, "")
	elect   = flag.Bool("elect", false, "")
	mode    = flag.String("mode", "", "")
	other   = flag.String("other", "", "")
)

type controller struct {
	queue workqueue.TypedInterface[string]
}

func (c *controller) run() {
	for c.next() {
	}
}

func (c *controller) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	return true
}

// start starts some workers.
func (c *controller) start(ctx context.Context, n int) {
	for range n {
		go wait.UntilWithContext(ctx, func(context.Context) { c.run() }, time.Second)
	}
}

func named(name string) workqueue.TypedInterface[string] {
	return workqueue.NewTypedWithConfig(workqueue.TypedQueueConfig[string]{Name: name})
}

func main() {
	flag.Parse()
	ctx := context.Background()
	decided(ctx)
	sharded(ctx)

	two := &controller{named("2")}
	go two.run()
	go two.run()

	four := &controller{named("4")}
	go four.run()
	for range 2 {
		go four.run()
	}
	go four.run()

	three := &controller{named("3")}
	if *elect {
		three.start(ctx, 3)
	} else {
		three.start(ctx, 3)
	}

	early(ctx)

	larger := &controller{named("6")}
	switch *mode {
	case "slow":
		go larger.run()
	case "fast":
		larger.start(ctx, 4)
		go larger.run()
	}
	go larger.run()

	nested := &controller{named("7")}
	for range 2 {
		nested.start(ctx, 3)
	}
	go nested.run()

	settable := &controller{named("workers and 1")}
	settable.start(ctx, *workers)
	go settable.run()

	group(ctx)
	elements()
	places(ctx)
	pools()
	either(ctx)
	if err := apart([]string{*mode, *other, *mode + *other, *other + *mode}); err != nil {
		log.Fatal(err)
	}
	checked := &controller{named("1, behind a check")}
	go checked.run()
	chosen()
	sizes(ctx)
	batches()
	sized()
	passed()
	go oneOrAll(*elect)
	go alone(*elect)
	events := make(chan string)
	go unbounded(events)
	go endless(events)

	own := &controller{named("2, one of them here")}
	go own.run()
	own.run()
}

// early leaves where it has started the workers.
func early(ctx context.Context) {
	c := &controller{named("8")}
	if !*elect {
		c.start(ctx, 8)
		return
	}
	if *mode == "none" {
		os.Exit(1)
	}
	c.start(ctx, 8)
}

func group(ctx context.Context) {
	c := &controller{named("5")}
	var g errgroup.Group
	var all sync.WaitGroup
	g.Go(func() error { c.run(); return nil })
	all.Go(c.run)
	func() {
		defer c.start(ctx, 2)
		go c.run()
	}()
}

// elements starts a worker for each element, and one for each of some.
func elements() {
	c := &controller{named("3 of a list")}
	for _, start := range []func(){c.run, func() { c.run() }, c.run} {
		go start()
	}
	some := &controller{named("unknown")}
	for _, name := range []string{"a", "b", "c"} {
		if *mode == name {
			go some.run()
		}
	}
}

// A pool has fields that others may set, and fields that they cannot.
type pool struct {
	controller
	Settable int
	workers  int
}

// pools hands its pools to code that is not read.
func pools() {
	p := &pool{controller: controller{named("3 whoever has the pool")}, workers: 3}
	keep(p)
	for range p.workers {
		go p.run()
	}
	other := &pool{controller: controller{named("Settable")}, Settable: 3}
	keep(other)
	for range other.Settable {
		go other.run()
	}
}

func keep(p *pool) { http.Handle("/", p) }

// ServeHTTP makes a pool something to ask by HTTP.
func (p *pool) ServeHTTP(http.ResponseWriter, *http.Request) {}

type starter interface{ start(context.Context, int) }

// places has a list of which it is not known what is in the first place.
func places(ctx context.Context) {
	var list []starter
	if *elect {
		list = append(list, &controller{named("2, first or not there")})
	}
	list = append(list, &controller{named("2, first or second")})
	for _, c := range list {
		c.start(ctx, 2)
	}
}

// apart fails if one of some names is part of another: in each round of its loops, two conditions are not known.
func apart(names []string) error {
	for i, a := range names {
		for j := 0; j < i; j++ {
			if strings.Contains(a, names[j]) || strings.Contains(names[j], a) {
				return fmt.Errorf("%s and %s are not apart", a, names[j])
			}
		}
	}
	return nil
}

// either makes its controller in one of two ways.
func either(ctx context.Context) {
	if *mode == "here" {
		NewController().start(ctx, 2)
		return
	}
	go NewController().start(ctx, 2)
}

// NewController makes a controller, and another each time.
func NewController() *controller { return &controller{named("2, made in one of two ways")} }

// chosen starts one of two functions.
func chosen() {
	c := &controller{named("1")}
	run := c.run
	if *elect {
		run = func() { c.next() }
	}
	go run()
}

// sizes makes a queue for each of some numbers of workers.
func sizes(ctx context.Context) {
	for _, n := range []int{30, 2, 2} {
		c := &controller{named("2,30")}
		c.start(ctx, n)
	}
}

// batches takes items in two places of one worker.
func batches() {
	q := named("1 for two")
	go func() {
		for {
			first, quit := q.Get()
			if quit {
				return
			}
			for q.Len() > 0 {
				next, _ := q.Get()
				q.Done(next)
			}
			q.Done(first)
		}
	}()
}
