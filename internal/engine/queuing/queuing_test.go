package queuing_test

import (
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/queuing"
)

const prelude = `package p

import (
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

var _, _, _, _ = errors.New, fmt.Errorf, time.Second, cache.MetaNamespaceKeyFunc
var _ corev1.Pod

type controller struct {
	queue workqueue.TypedRateLimitingInterface[string]
	other workqueue.TypedRateLimitingInterface[string]
}

func newController() *controller {
	return &controller{
		queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		other: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
	}
}

func (c *controller) run() {
	for c.next() {
	}
}

func sync(key string) error
func is() bool
func tell(err error)
`

// forms are the forms of faults, by their numbers.
var forms = []string{"", "anywhere", "reset", "fresh", "early", "gone", "given up", "mounting", "leaked", "counted", "unretried",
	"of limiter", "watch", "apart", "spent", "resynced", "unnamed"}

// TestQueues finds what the code of each case of testdata/queues.txt does wrong with the items of its queue.
func TestQueues(t *testing.T) {
	sourcetest.Cases(t, "testdata/queues.txt", func(t *testing.T, code string) string {
		source := prelude + code
		pass := sourcetest.Pass(t, source)
		result := sourcetest.Result[*model.Result](t, pass, model.Analyzer).Behaviour
		var text strings.Builder
		for _, f := range result.Queues.Findings {
			text.WriteString(f.Rule + " " + sourcetest.At(t, pass, source, f.Pos))
			if f.What != queuing.Plain {
				text.WriteString(": " + forms[f.What])
			}
			if f.Note {
				text.WriteString(", note")
			}
			text.WriteByte('\n')
		}
		return text.String()
	})
}
