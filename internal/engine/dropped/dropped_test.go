package dropped_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/model"
)

const prelude = `package p

import (
	"context"
	"errors"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type Result = ctrl.Result

type reconciler struct{ last Result }

func is() bool
func try() error
func look(any)

var _ = errors.New
var _ reconcile.Reconciler

func (r *reconciler) prepare(ctx context.Context) (Result, error) {
	if is() {
		return Result{RequeueAfter: time.Minute}, nil
	}
	return Result{}, try()
}
`

// TestDropped finds the Results that the code of each case of testdata/dropped.txt drops.
func TestDropped(t *testing.T) {
	sourcetest.Cases(t, "testdata/dropped.txt", func(t *testing.T, code string) string {
		source := prelude + code
		pass := sourcetest.Pass(t, source)
		result := sourcetest.Result[*model.Result](t, pass, model.Analyzer).Behaviour
		var text strings.Builder
		for _, d := range result.Dropped {
			fmt.Fprintf(&text, "%s: %s %v", sourcetest.At(t, pass, source, d.Pos), d.Call, time.Duration(d.Length))
			if d.Requeue {
				text.WriteString(", at once")
			}
			if d.Ignored {
				text.WriteString(", ignored")
			}
			if d.Alone {
				text.WriteString(", alone")
			}
			if d.Half {
				text.WriteString(", half")
			}
			if d.Error {
				text.WriteString(", error")
			}
			text.WriteByte('\n')
		}
		return text.String()
	})
}
