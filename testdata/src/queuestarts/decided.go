//go:build !cr19

package main

import (
	"context"
	"flag"
	"os"
)

// decided starts workers in branches that test the same condition again.
func decided(ctx context.Context) {
	elected := &controller{named("3")}
	if *elect {
		elected.start(ctx, 3)
	}
	watchSignals()
	if !*elect {
		elected.start(ctx, 2)
	}

	changed := &controller{named("5, since the flag is set in between")}
	if *other == "" {
		changed.start(ctx, 3)
		*other = "x"
	}
	if *other != "" {
		changed.start(ctx, 2)
	}

	kept := *mode == "kept"
	held := &controller{named("4")}
	if kept {
		held.start(ctx, 1)
	}
	if !kept {
		held.start(ctx, 4)
	}

	n := *workers
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	n += n
	doubled := &controller{named("2")}
	if n > 5 {
		go doubled.run()
	}
	if n > 5 {
		go doubled.run()
	}

	var all []*controller
	hooked(ctx)
	for _, kind := range []string{"pods", "secrets", "nodes"} {
		if kind == "secrets" && *mode == "" {
			continue
		}
		c := &controller{named("1, " + kind)}
		all = append(all, c)
		if os.Getenv("ELECT") != "" {
			continue
		}
		go c.run()
	}
	if os.Getenv("ELECT") != "" {
		for _, c := range all {
			go c.run()
		}
	}
}

func watchSignals() {}

// hooked starts the worker of one server where code that is not read calls back, or that of another itself.
func hooked(ctx context.Context) {
	newServer(&controller{named("1, called back or here")}).start(ctx, 1)
	beside := &controller{named("4, three of them beside that")}
	newServer(beside).start(ctx, 1)
	beside.start(ctx, 3)
}

func newServer(c *controller) starter {
	if *elect {
		flag.Func("serve", "", func(string) error { go c.run(); return nil })
		return none{}
	}
	return c
}

type none struct{}

func (none) start(context.Context, int) {}
