// Command clistored puts its flags, which fill fields of its options, into a field of the application that urfave/cli made for it:
// they are filled when that runs, so that its workers are a flag's and the check of its node's name does not end it.
package main

import (
	"errors"
	"log"
	"os"

	"github.com/urfave/cli/v2"
	"k8s.io/client-go/util/workqueue"
)

type options struct {
	node    string
	workers int
}

func main() {
	o := options{workers: 3}
	app := cli.NewApp()
	app.Flags = []cli.Flag{
		&cli.StringFlag{Name: "node", Destination: &o.node},
		&cli.IntFlag{Name: "workers", Value: 2, Destination: &o.workers},
	}
	app.Action = func(*cli.Context) error { return run(&o) }
	if err := app.Run(os.Args); err != nil {
		log.Fatal(err)
	}
}

func run(o *options) error {
	if o.node == "" {
		return errors.New("no node is named")
	}
	q := workqueue.NewTyped[string]()
	for range o.workers {
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
	select {}
}
