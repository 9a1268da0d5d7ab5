package mistakes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/mistakes"
)

const flagsPrelude = `package p

import (
	"flag"

	"sigs.k8s.io/controller-runtime/pkg/controller"
)

var (
	_ controller.Options
	_ = flag.Parse
)
`

// TestReads finds the flags that the code of each case of testdata/reads.txt reads before they are parsed.
func TestReads(t *testing.T) {
	sourcetest.Cases(t, "testdata/reads.txt", func(t *testing.T, code string) string {
		source := flagsPrelude + code
		pass := sourcetest.Pass(t, source)
		result := sourcetest.Result[*mistakes.Result](t, pass, mistakes.Analyzer)
		var text strings.Builder
		for _, r := range result.Mistakes {
			fmt.Fprintf(&text, "-%s: %s\n", r.Text, sourcetest.At(t, pass, source, r.Pos))
		}
		return text.String()
	})
}
