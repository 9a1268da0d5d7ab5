package early_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/early"
)

const prelude = `package p

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
		source := prelude + code
		pass := sourcetest.Pass(t, source)
		result := sourcetest.Result[*early.Result](t, pass, early.Analyzer)
		var text strings.Builder
		for _, r := range result.Reads {
			fmt.Fprintf(&text, "-%s: %s\n", r.Flag, sourcetest.At(t, pass, source, r.Pos))
		}
		return text.String()
	})
}
