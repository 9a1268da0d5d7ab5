package conflicts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/conflicts"
	"github.com/rllint/rllint/internal/engine/model"
)

const prelude = `package p

import (
	"context"
	"errors"
	"fmt"

	"github.com/cenkalti/backoff/v4"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var _, _, _, _, _, _ = errors.New, fmt.Errorf, retry.DefaultRetry, apierrors.IsConflict, wait.ExponentialBackoff, backoff.Retry

type pods interface {
	Update(ctx context.Context, pod *corev1.Pod, o metav1.UpdateOptions) (*corev1.Pod, error)
	Get(ctx context.Context, name string, o metav1.GetOptions) (*corev1.Pod, error)
}

type wrapped struct {
	client.Client
	pods pods
}

func change(pod *corev1.Pod)
func fetch(ctx context.Context, pod *corev1.Pod) error
func made(text string) error
`

// TestConflicts finds the writes that the code of each case of testdata/conflicts.txt tries again in vain.
func TestConflicts(t *testing.T) {
	sourcetest.Cases(t, "testdata/conflicts.txt", func(t *testing.T, code string) string {
		source := prelude + code
		pass := sourcetest.Pass(t, source)
		result := sourcetest.Result[*model.Result](t, pass, model.Analyzer).Behaviour
		var text strings.Builder
		for _, c := range result.Conflicts {
			fmt.Fprintf(&text, "%s: %s", sourcetest.At(t, pass, source, c.Pos), c.Object)
			if c.Form == conflicts.Wiped {
				text.WriteString(", wiped")
			}
			if c.Form == conflicts.Hidden {
				text.WriteString("hidden")
			}
			text.WriteByte('\n')
		}
		return text.String()
	})
}
