package selfwake_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/selfwake"
)

const prelude = `package p

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

type reconciler struct{ client.Client }

func (r *reconciler) report(ctx context.Context, pod *corev1.Pod) error { return r.Status().Update(ctx, pod) }

var _ time.Duration
var _ corev1.Pod
var _ = metav1.Now
var _ builder.Builder
var _ predicate.GenerationChangedPredicate
`

// TestWakes finds the writes by which the reconciler of each case of testdata/wakes.txt wakes itself. A case is the body of Reconcile after
// the object has been read, and then the options of the watch if there are any, behind a line "watch".
func TestWakes(t *testing.T) {
	sourcetest.Cases(t, "testdata/wakes.txt", func(t *testing.T, code string) string {
		body, watch, _ := strings.Cut(code, "\nwatch ")
		body, more, _ := strings.Cut(body, "\nbeside\n")
		source := prelude + more + `
func (r *reconciler) setup(mgr ctrl.Manager) error {
	b := ctrl.NewControllerManagedBy(mgr)
	return b.For(&corev1.Pod{}` + watch + `).Complete(r)
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
` + body + `
}
`
		pass := sourcetest.Pass(t, source)
		result := sourcetest.Result[*selfwake.Result](t, pass, selfwake.Analyzer)
		var text strings.Builder
		for _, w := range result.Wakes {
			fmt.Fprintf(&text, "%s: %s of %s", sourcetest.At(t, pass, source, w.Pos), w.What, w.Kind)
			if w.Removed {
				text.WriteString(", removed before")
			}
			if w.Turns != nil {
				fmt.Fprintf(&text, ", in turn %s", strings.Join(w.Turns, " and "))
			}
			text.WriteByte('\n')
		}
		return text.String()
	})
}
