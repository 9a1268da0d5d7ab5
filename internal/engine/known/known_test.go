package known

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// TestForks looks up functions of packages that have those of controller-runtime.
func TestForks(t *testing.T) {
	for sym, want := range map[symbol.Name]Kind{
		"sigs.k8s.io/multicluster-runtime/pkg/builder.ControllerManagedBy":     NewBuilder,
		"sigs.k8s.io/multicluster-runtime/pkg/builder.TypedBuilder.For":        BuilderFor,
		"sigs.k8s.io/multicluster-runtime/pkg/builder.TypedBuilder.Watches":    BuilderWatch,
		"sigs.k8s.io/multicluster-runtime/pkg/controller.NewTypedUnmanaged":    NewController,
		"sigs.k8s.io/multicluster-runtime/pkg/controllers.NewTypedUnmanaged":   None,
		"sigs.k8s.io/multicluster-runtime/pkg/manager.Manager.GetFieldIndexer": None,
	} {
		if got := Func(sym); got != want {
			t.Errorf("%s is %v, want %v", sym, got, want)
		}
	}
}
