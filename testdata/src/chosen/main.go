// Command chosen sets up the controllers that its flags choose, some of which hold the function that makes them.
package main

import (
	"context"
	"log"
	"os"

	"github.com/urfave/cli/v2"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/chosen/profiles"
)

func main() {
	app := cli.NewApp()
	app.Commands = append(app.Commands, &cli.Command{
		Name: "daemon",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "with-plain"},
			&cli.BoolFlag{Name: "with-raw"},
		},
		Action: run,
	})
	if err := app.Run(os.Args); err != nil {
		log.Fatal(err)
	}
}

func run(c *cli.Context) error {
	enabled := choose(c)
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit"
	if err != nil {
		return err
	}
	if err := setup(c.Context, enabled, mgr); err != nil {
		return err
	}
	return mgr.Start(ctrl.SetupSignalHandler())
}

func choose(c *cli.Context) []profiles.Controller {
	list := []profiles.Controller{}
	if c.Bool("with-plain") {
		list = append(list, profiles.New())
		if c.Bool("with-raw") {
			list = append(list, profiles.NewRaw())
		}
	}
	return list
}

func setup(ctx context.Context, enabled []profiles.Controller, mgr ctrl.Manager) error {
	for _, c := range enabled {
		if err := c.Setup(ctx, mgr); err != nil {
			return err
		}
	}
	return nil
}
