package mistakes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/mistakes"
)

const prelude = `package p

import (
	"context"
	"time"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
)

type Result = ctrl.Result

var _ context.Context
var _ time.Duration
var _ rate.Limit
var _ flowcontrol.RateLimiter
var _ workqueue.RateLimitingInterface

type holder struct{ end time.Time }

func is() bool
`

var kinds = []string{"without a unit", "counted", "may have passed", "never holds a token",
	"of another limiter"}

// TestDelays finds what is wrong with the delays in the code of each case of testdata/delays.txt.
func TestDelays(t *testing.T) {
	sourcetest.Cases(t, "testdata/delays.txt", func(t *testing.T, code string) string {
		pass := sourcetest.Pass(t, prelude+code)
		result := sourcetest.Result[*mistakes.Result](t, pass, mistakes.Analyzer)
		var text strings.Builder
		for _, d := range result.Mistakes {
			fmt.Fprintf(&text, "%s: %s", d.Text, kinds[d.Kind])
			if d.Value != 0 {
				fmt.Fprintf(&text, " %d", d.Value)
			}
			if d.Meant {
				text.WriteString(", meant")
			}
			text.WriteByte('\n')
		}
		return text.String()
	})
}
