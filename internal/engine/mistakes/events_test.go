package mistakes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/mistakes"
)

const eventsPrelude = `package p

import (
	"context"
	"log"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type pods interface {
	Get(ctx context.Context, name string, options metav1.GetOptions) (*corev1.Pod, error)
}

type lister interface {
	Get(name string) (*corev1.Pod, error)
}

type controller struct {
	pods   pods
	lister lister
	queue  workqueue.RateLimitingInterface
}

func report(err error)
func (c *controller) enqueue(obj any) { c.queue.Add(obj) }

var _ cache.ResourceEventHandlerFuncs
var _ = log.Print
`

// TestEvents finds the events that the code of each case of testdata/events.txt loses.
func TestEvents(t *testing.T) {
	sourcetest.Cases(t, "testdata/events.txt", func(t *testing.T, code string) string {
		source := eventsPrelude + code
		pass := sourcetest.Pass(t, source)
		result := sourcetest.Result[*mistakes.Result](t, pass, mistakes.Analyzer)
		var text strings.Builder
		for _, e := range result.Mistakes {
			fmt.Fprintf(&text, "%s: %s", sourcetest.At(t, pass, source, e.Pos), e.Text)
			if e.Kind == mistakes.Unheard {
				text.WriteString(", unheard")
			}
			text.WriteByte('\n')
		}
		return text.String()
	})
}
