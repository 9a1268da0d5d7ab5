//go:build !cr19

package main

import (
	"context"
	"flag"
	"log"
)

var shards = flag.Int("shards", 4, "")

// sharded makes several queues at one place, each with workers of its own.
func sharded(ctx context.Context) {
	for range 3 {
		go func() {
			(&controller{named("2, of each of three")}).start(ctx, 2)
		}()
	}
	for range 3 {
		c := &controller{named("4, of each of three")}
		for range 4 {
			go c.run()
		}
	}
	for range 3 {
		c := &controller{named("3, of each of three")}
		for range 3 {
			go c.run()
		}
	}
	for range *shards {
		(&controller{named("5, of each shard")}).start(ctx, 5)
	}

	list := make([]*controller, 3)
	for i := range 3 {
		list[i] = &controller{named("1, of each in a list")}
	}
	for i := range 3 {
		go list[i].run()
	}

	kept := make([]*controller, *shards)
	for i := range *shards {
		kept[i] = &controller{named("1, of each shard in a list")}
	}
	for i := range *shards {
		go kept[i].run()
	}

	var appended []*controller
	for range *shards {
		appended = append(appended, &controller{named("2, of each shard that is appended")})
	}
	for i := range *shards {
		appended[i].start(ctx, 2)
	}

	one := &controller{named("shards")}
	for range *shards {
		go one.run()
	}
	four := &controller{named("4")}
	for _, zone := range []string{"a", "b"} {
		for range 2 {
			go func() { log.Print(zone); four.run() }()
		}
	}
	six := &controller{named("6")}
	for range 3 {
		six.start(ctx, 2)
	}
}
