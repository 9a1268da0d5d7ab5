package adopt

import (
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/engine/model"
)

// TestSupported checks that an older controller-runtime is refused, and that the message says what to do instead.
func TestSupported(t *testing.T) {
	for version, want := range map[string]string{
		"v0.18.4": "the program is built with controller-runtime v0.18.4, and the limits need v0.19.0 or later: update it first (go get " +
			"sigs.k8s.io/controller-runtime@v0.19.0); until then, MaxConcurrentReconciles and RateLimiter in the options of each controller",
		firstSupported: "", "v0.25.2": "", "": "",
	} {
		err := supported([]*model.Controller{{Version: version}})
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", version, err)
		}
	}
}
