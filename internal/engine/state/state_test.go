package state_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/model"
)

const prelude = `package p

import (
	"context"
	"os"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var (
	_ = os.Args
	_ sync.Mutex
	_ context.Context
	_ ctrl.Request
	_ types.NamespacedName
	_ workqueue.RateLimitingInterface
	_ corev1.Pod
	_ client.Client
	_ reconcile.Request
)

func use(...any)
`

// TestState finds what the reconcilers and workers of each case of testdata/state.txt keep of a request.
func TestState(t *testing.T) {
	sourcetest.Cases(t, "testdata/state.txt", func(t *testing.T, code string) string {
		source := prelude + code
		pass := sourcetest.Pass(t, source)
		result := sourcetest.Result[*model.Result](t, pass, model.Analyzer).Behaviour.State
		var text strings.Builder
		for _, r := range result.Kept {
			for _, f := range r.Fields {
				fmt.Fprintf(&text, "%s of %s: %s, read: %s", f.Name, r.Type.Last(), sourcetest.At(t, pass, source, f.Pos),
					sourcetest.At(t, pass, source, f.Read))
				if f.By == "" {
					text.WriteString(", by hand")
				}
				text.WriteByte('\n')
			}
		}
		for _, g := range result.Growing {
			fmt.Fprintf(&text, "%s grows: %s\n", g.Name, sourcetest.At(t, pass, source, g.Pos))
		}
		return text.String()
	})
}
