// Command registered has two kinds of objects handled by a framework that makes both queues where it starts.
package main

import (
	"context"

	"rllint.test/common/registry"
)

func handle(string) error { return nil }

func main() {
	f := registry.NewFactory()
	f.For("ConfigMap").Handle(handle)
	secrets := f.For("Secret")
	secrets.Handle(handle)
	f.Start(context.Background(), 3)
}
