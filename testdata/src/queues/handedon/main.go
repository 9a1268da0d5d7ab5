// Command handedon runs controllers that functions of another package hand out, which mention nothing of queues themselves.
package main

import (
	"context"

	"rllint.test/queues/handedon/set"
)

func main() {
	ctx := context.Background()
	s := set.New()
	go s.Main().Run(ctx, 5)
	for _, c := range append(s.All(), set.NewExtra()) {
		go c.Run(ctx, 2)
	}
	<-ctx.Done()
}
