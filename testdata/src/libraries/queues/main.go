// Command queues runs controllers that frameworks make on queues of their own.
package main

import (
	"context"
	"flag"
	"sync"

	"rllint.test/common/factory"
	"rllint.test/common/group"
	"rllint.test/libraries/queues/generated"
	"rllint.test/libraries/queues/shop"
)

var workers = flag.Int("workers", 5, "")

func sync1(context.Context, string) error { return nil }

func main() {
	flag.Parse()
	ctx := context.Background()
	built := factory.New().
		WithSync(sync1).
		ToController("built")

	syncer := factory.NewSyncer("syncer")
	mirror := factory.NewMirror()
	for _, run := range []func(context.Context, int){built.Run, syncer.Run, mirror.Run} {
		go run(ctx, 3)
	}
	go generated.NewController("generated").Run(ctx, *workers)

	var wg sync.WaitGroup
	go shop.New().Run(*workers, ctx.Done(), &wg)

	for _, name := range []string{"north", "south"} {
		go factory.New().WithSync(sync1).ToController(name).Run(ctx, 4)
	}
	factory.NewPair()
	go factory.RunAll(ctx, 2)

	listening := factory.NewListening(4)
	listening.Listen(handler{})
	go listening.Run(ctx)

	grouped := factory.New().WithSync(sync1).ToController("grouped")
	go func() { _ = group.All(ctx, 6, starter{grouped}) }()

	both := factory.New().WithSync(sync1)
	go both.ToController("left").Run(ctx, 2)
	go both.ToController("right").Run(ctx, 3)

	runners := []runner{
		factory.NewSyncer("one"),
		factory.NewSyncer("two"),
		factory.NewLater("three"),
	}
	for _, r := range runners {
		go r.Run(ctx, 1)
	}
	wg.Wait()
}

type runner interface {
	Run(ctx context.Context, workers int)
}

type handler struct{}

func (handler) Handle(string) error { return nil }

type starter struct{ *factory.Controller }

func (s starter) Start(ctx context.Context, workers int) error {
	s.Run(ctx, workers)
	return nil
}
