// Command kinds has the objects of one kind handled by several, and those of another kind by nobody.
package main

import (
	"context"

	"rllint.test/common/registry"
)

func handle(string) error { return nil }

func main() {
	f := registry.NewFactory()
	f.ForKind("", "ConfigMap").Handle(handle)
	_ = f.ForKind("", "Secret")
	f.ForKind("batch", "Job").Handle(handle)
	f.ForKind("", "Pod").Handle(handle)
	f.ForKind("batch", "Job").Handle(handle)
	f.Start(context.Background(), 3)
}
