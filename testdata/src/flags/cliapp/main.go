// Command cliapp gives its work to an application that urfave/cli makes for it, and starts its workers behind an interface: that
// the queue is made is to be seen only where what the field Action got is followed.
package main

import (
	"log"
	"os"

	"github.com/urfave/cli/v2"
	"k8s.io/client-go/util/workqueue"
)

type starter interface {
	start(workers int)
}

type queue struct{}

func (queue) start(workers int) {
	q := workqueue.NewTyped[string]()
	for range workers {
		go func() {
			for {
				key, shutdown := q.Get()
				if shutdown {
					return
				}
				q.Done(key)
			}
		}()
	}
}

var starters = []starter{queue{}}

func run(workers int) {
	for _, s := range starters {
		s.start(workers)
	}
}

func main() {
	app := cli.NewApp()
	app.Flags = []cli.Flag{&cli.IntFlag{Name: "workers", Value: 3}}
	app.Action = func(c *cli.Context) error {
		run(c.Int("workers"))
		return nil
	}
	if err := app.Run(os.Args); err != nil {
		log.Fatal(err)
	}
}
