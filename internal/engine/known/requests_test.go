package known

import "testing"

// TestCaches holds that listers are found in packages of any program, as client-gen and people name their folders.
func TestCaches(t *testing.T) {
	for path, want := range map[string]bool{
		"k8s.io/client-go/tools/cache":                       true,
		"k8s.io/client-go/listers/core/v1":                   true,
		"example.com/a/pkg/generated/listers/apps/v1alpha1":  true,
		"example.com/a/pkg/clients/lister/apis/v1alpha1":     true,
		"example.com/a/pkg/blisters/v1":                      false,
		"example.com/a/pkg/generated/clientset/versioned/v1": false,
	} {
		if Caches(path) != want {
			t.Errorf("Caches(%q) is not %v", path, want)
		}
	}
}
