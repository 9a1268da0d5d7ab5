package known_test

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

func TestUngenerated(t *testing.T) {
	type counted struct{ not, data bool }
	for typ, want := range map[symbol.Name]counted{
		"k8s.io/api/core/v1.ConfigMap":                      {true, true},
		"k8s.io/api/core/v1.Service":                        {true, false},
		"k8s.io/api/core/v1.Pod":                            {false, false}, // counted since Kubernetes v1.33, behind a gate
		"k8s.io/api/rbac/v1beta1.ClusterRole":               {true, true},
		"k8s.io/api/apps/v1.Deployment":                     {false, false},
		"k8s.io/api/networking/v1.Ingress":                  {false, false},
		"k8s.io/api/discovery/v1.EndpointSlice":             {false, false},
		"k8s.io/api/autoscaling/v2.HorizontalPodAutoscaler": {true, false},
		"example.com/api/core/v1.Secret":                    {false, false},
		"k8s.io/api/core/v1.SecretList":                     {false, false},
	} {
		not, data := known.Ungenerated(typ)
		if got := (counted{not, data}); got != want {
			t.Errorf("%s: %v, want %v", typ, got, want)
		}
	}
	for kind, want := range map[[2]string]counted{
		{"", "Secret"}:                        {true, true},
		{"core", "Secret"}:                    {false, false},
		{"rbac.authorization.k8s.io", "Role"}: {true, true},
		{"rbac", "Role"}:                      {false, false},
		{"coordination.k8s.io", "Lease"}:      {true, false},
		{"serving.knative.dev", "Service"}:    {false, false},
	} {
		not, data := known.UngeneratedKind(kind[0], kind[1])
		if got := (counted{not, data}); got != want {
			t.Errorf("%v: %v, want %v", kind, got, want)
		}
	}
}

func TestUntyped(t *testing.T) {
	for sym, want := range map[symbol.Name]symbol.Name{
		known.Predicate + ".TypedGenerationChangedPredicate": known.Predicate + ".GenerationChangedPredicate",
		known.Predicate + ".TypedFuncs.Update":               known.Predicate + ".Funcs.Update",
		known.Predicate + ".Funcs":                           known.Predicate + ".Funcs",
	} {
		if got := known.Untyped(sym); got != want {
			t.Errorf("%s: %s, want %s", sym, got, want)
		}
	}
}
