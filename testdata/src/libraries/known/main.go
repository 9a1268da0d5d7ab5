// Command known runs the controllers that a library has in a table. One call makes all of them, so they stand where the library does.
package main

import (
	"context"

	"rllint.test/common/known"
)

func main() {
	for _, make := range known.All() {
		go make().Run(context.Background(), 3)
	}
	select {}
}
