package analyzer

import (
	"testing"

	"github.com/rllint/rllint/internal/wanttest"
)

// TestPatterns checks every rule on every package under testdata/src, with
// every version of controller-runtime and crossplane-runtime listed for it.
func TestPatterns(t *testing.T) {
	for _, m := range wanttest.Corpus {
		t.Run(m.Name, func(t *testing.T) {
			wanttest.Run(t, m, Plain(), "./...")
		})
	}
}
