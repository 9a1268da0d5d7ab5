package pairs_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/pairs"
)

const prelude = `package p

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type Result = ctrl.Result

type reconciler struct {
	client.Client
	last error
}

func is() bool
func try() error
func step() (Result, error)
func look(any)

var _, _, _ = errors.New, fmt.Errorf, reconcile.TerminalError
var _ corev1.Pod
var _ time.Duration
`

// TestPairs finds the Results and errors that the code of each case of testdata/pairs.txt returns together.
func TestPairs(t *testing.T) {
	sourcetest.Cases(t, "testdata/pairs.txt", func(t *testing.T, code string) string {
		source := prelude + code
		pass := sourcetest.Pass(t, source)
		result := sourcetest.Result[*model.Result](t, pass, model.Analyzer).Behaviour
		var text strings.Builder
		say := func(what string, list []pairs.Pair) {
			for _, p := range list {
				fmt.Fprintf(&text, "%s: %s", sourcetest.At(t, pass, source, p.Pos), what)
				if p.Length > 0 {
					fmt.Fprintf(&text, " %v", time.Duration(p.Length))
				}
				for _, word := range []struct {
					is   bool
					text string
				}{{p.Certain, "certain"}, {p.Requeue, "at once"}, {p.Terminal, "terminal"}, {p.Deferred, "deferred"}, {p.Older, "older"}, {p.Brought, "brought"}, {p.Loses(), "loses"}, {p.Type == "", "of several"}} {
					if word.is {
						text.WriteString(" " + word.text)
					}
				}
				text.WriteByte('\n')
			}
		}
		say("pair", result.Pairs.Pairs)
		say("turned away", result.Pairs.Dropped)
		return text.String()
	})
}
