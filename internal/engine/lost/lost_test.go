package lost_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/lost"
	"github.com/rllint/rllint/internal/engine/model"
)

// prelude is what each case has beside its own functions.
const prelude = `package p

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"example.org/abroad"
	pkgerrors "github.com/pkg/errors"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
	"k8s.io/client-go/util/workqueue"
	knative "knative.dev/pkg/reconciler"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var _, _, _, _, _ = errors.New, fmt.Errorf, time.Second, pkgerrors.Cause, apierrors.IsNotFound
var _ workqueue.TypedRateLimitingInterface[string]
var _, _ = cache.MetaNamespaceKeyFunc, http.Get
var _, _, _, _, _ = utilerrors.NewAggregate, client.IgnoreNotFound, log.FromContext, ctrl.NewControllerManagedBy, retry.DefaultRetry

type reconciler struct{ client.Client }

var _ knative.Event
var _ reconcile.Result
var _ abroad.Manifest
var errForeign = errors.New("foreign")

func (r *reconciler) renew(ctx context.Context, pod *corev1.Pod) error { return r.Update(ctx, pod) }
func (r *reconciler) mark(ctx context.Context, pod *corev1.Pod)
func compute(pod *corev1.Pod) error
`

var ways = []string{"swallowed", "mistaken", "overwritten", "deferred", "only kind", "sometimes", "deferred status",
	"taken", "told only", "told unchanged", "told unwritten", "unwrapped", "finalized", "unseen", "stated", "finalized here", "unheard",
	"deferred over", "emptied", "thrown away", "omitted", "overtold", "denied", "unwritten", "nil wrapped", "passed",
	"nil returned", "missed", "asked in vain", "not set up", "unasked", "remembered"}

// TestLost finds the errors that the code of each case of testdata/lost.txt loses.
func TestLost(t *testing.T) {
	sourcetest.Cases(t, "testdata/lost.txt", func(t *testing.T, code string) string {
		source := prelude + code
		pass := sourcetest.Pass(t, source)
		result := sourcetest.Result[*model.Result](t, pass, model.Analyzer).Behaviour
		var text strings.Builder
		for _, e := range result.Lost.Errors {
			fmt.Fprintf(&text, "%s: %s %s", sourcetest.At(t, pass, source, e.Pos), e.Call, ways[e.How])
			for _, more := range []string{e.Other, e.Told} {
				if more != "" {
					text.WriteString(", " + more)
				}
			}
			if e.Informed {
				text.WriteString(", informed")
			}
			text.WriteByte('\n')
		}
		for _, g := range result.Lost.Gones {
			fmt.Fprintf(&text, "%s: comes back though it is gone", sourcetest.At(t, pass, source, g.Pos))
			if g.Asked {
				text.WriteString(", asked")
			}
			if g.Error != nil {
				text.WriteString(", its error alone")
			}
			text.WriteByte('\n')
		}
		return text.String()
	})
}

// TestSameEachTime holds that what is found does not depend on chance.
func TestSameEachTime(t *testing.T) {
	source := prelude + `
func (r *reconciler) first(ctx context.Context, pod *corev1.Pod) {
	if err := r.Update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "could not update")
	}
	r.second(ctx, pod)
}
func (r *reconciler) second(ctx context.Context, pod *corev1.Pod) {
	if err := r.Delete(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "could not delete")
	}
	if pod.Name != "" {
		r.first(ctx, pod)
	}
}
func (r *reconciler) both(ctx context.Context, pod *corev1.Pod) {
	r.first(ctx, pod)
	r.second(ctx, pod)
}
func (r *reconciler) f(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	r.both(ctx, pod)
	r.first(ctx, pod)
	r.second(ctx, pod)
	return ctrl.Result{}, nil
}
`
	found := func() []lost.Error {
		return sourcetest.Result[*model.Result](t, sourcetest.Pass(t, source), model.Analyzer).Behaviour.Lost.Errors
	}
	first := found()
	if len(first) != 2 {
		t.Fatalf("found %+v", first)
	}
	for range 30 {
		if next := found(); !reflect.DeepEqual(next, first) {
			t.Fatalf("found %+v, then %+v", first, next)
		}
	}
}
