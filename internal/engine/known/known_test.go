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

// What makes the clients of a controller manager's controllers is followed, though it is among Kubernetes' own libraries.
func TestFoundation(t *testing.T) {
	for path, want := range map[string]bool{
		"k8s.io/client-go/rest": true, "k8s.io/controller-manager/app": true, "k8s.io/controller-manager/pkg/clientbuilder": false,
		"k8s.io/cloud-provider": false, "sigs.k8s.io/controller-runtime/pkg/log": true,
	} {
		if got := Foundation(path); got != want {
			t.Errorf("%s belongs to what controllers are built on: %t, want %t", path, got, want)
		}
	}
}
