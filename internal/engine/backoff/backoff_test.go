package backoff_test

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
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var (
	_ = errors.New
	_ = fmt.Errorf
	_ = apierrors.IsNotFound
	_ = controllerutil.AddFinalizer
	_ client.Client
	_ time.Duration
)

type R struct {
	client.Client
	pod   corev1.Pod
	tries int
}

type wrapper struct {
	client.Client
	inner reconcile.Reconciler
	list  []reconcile.Reconciler
	queue interface{ Forget(reconcile.Request) }
}

func permanent(err error) bool
func parse(text string) error
func use(...any)
`

// TestAnswers finds the answers of the code of each case of testdata/answers.txt that take a request out of its back-off.
func TestAnswers(t *testing.T) {
	sourcetest.Cases(t, "testdata/answers.txt", func(t *testing.T, code string) string {
		source := prelude + code
		pass := sourcetest.Pass(t, source)
		result := sourcetest.Result[*model.Result](t, pass, model.Analyzer).Behaviour
		var text strings.Builder
		for _, a := range result.Backoff {
			fmt.Fprintf(&text, "%s", sourcetest.At(t, pass, source, a.Pos))
			if a.Call != "" {
				fmt.Fprintf(&text, ": the error of %s", a.Call)
			}
			text.WriteByte('\n')
		}
		return text.String()
	})
}
