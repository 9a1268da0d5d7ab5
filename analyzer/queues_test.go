package analyzer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/development/wanttest"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

// TestQueues checks that queues which a program makes by hand are in the model, each with its limiter and its workers.
func TestQueues(t *testing.T) {
	testQueues(t, "controller-runtime-0.25", "./queueprogram", []string{
		"57 newController pods true: limiter default, workers const 2",
		"58 newController nodes true: limiter default, workers flag workers",
		"61 NewTypedRateLimitingQueue  true: limiter adhoc, workers flag workers",
		"66 NewTyped  true: limiter none, workers const 1",
	})
}

// TestQueuesOfFrameworks checks that queues which a framework, or generated code, makes stand where the program has it make them.
func TestQueuesOfFrameworks(t *testing.T) {
	testQueues(t, "libraries", "./queues", []string{
		"22 ToController built true: limiter default, workers const 3",
		"26 Run syncer true: limiter default, workers const 3",
		"27 NewMirror mirror true: limiter default, workers const 3",
		"31 NewController generated true: limiter default, workers flag workers",
		"23 NewQueue orders true: limiter default, workers flag workers",
		"24 NewQueue returns true: limiter default, workers flag workers",
		"37 ToController north true: limiter default, workers const 4", // and one more in each round of a loop
		// One call that runs several controllers is no place for them.
		"41 NewTypedRateLimitingQueueWithConfig first true: limiter default, workers const 2",
		"41 NewTypedRateLimitingQueueWithConfig second true: limiter default, workers const 2",
		"39 NewPair  true: limiter none, workers unknown",
		"46 ToController grouped true: limiter default, workers const 6", // started by what knows nothing of queues
		// A builder that makes several controllers is no place for them either.
		"50 ToController left true: limiter default, workers const 2",
		"51 ToController right true: limiter default, workers const 3",
		"42 NewListening  true: limiter none, workers const 4", // whatever a setter of another field sets
		// One call runs controllers of two types, which build theirs then.
		"54 Run one true: limiter default, workers const 1",
		"55 Run two true: limiter default, workers const 1",
		"56 Run three true: limiter default, workers const 1",
	})
}

// TestQueuesOfOneStart checks that queues stand where the program has the controllers made, where a framework makes all queues by one
// call that starts these.
func TestQueuesOfOneStart(t *testing.T) {
	testQueues(t, "libraries", "./registered", []string{
		"14 Start  true: limiter shared, workers const 3",
		"16 Start  true: limiter shared, workers const 3",
	})
}

// TestQueuesOfKinds checks that the queues of a framework's controllers are told apart that it keeps by more than one name.
func TestQueuesOfKinds(t *testing.T) {
	testQueues(t, "libraries", "./registered/kinds", []string{
		"14 Start  true: limiter shared, workers const 3",
		"16 Start  true: limiter shared, workers const 3",
		"17 Start  true: limiter shared, workers const 3",
	})
}

// TestQueuesOfTable checks that the queues of controllers whose constructors a framework has in a table are told apart, though one call of
// the program makes them all.
func TestQueuesOfTable(t *testing.T) {
	testQueues(t, "libraries", "./known", []string{
		"21 NewTypedRateLimitingQueueWithConfig orders true: limiter default, workers const 3",
		"26 NewTypedRateLimitingQueueWithConfig returns true: limiter default, workers const 3",
	})
}

func testQueues(t *testing.T, module, pattern string, want []string) {
	t.Helper()
	var got []string
	inventory := &analysis.Analyzer{
		Name:     "inventory",
		Doc:      "list every queue",
		Requires: []*analysis.Analyzer{model.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, c := range model.Of(pass).Controllers {
				limiter, workers := c.Limits[judge.Limiter], c.Limits[judge.Concurrency]
				text := fmt.Sprintf("%d %s %s %t: limiter %s, workers %s %s", c.Site.Line, c.Constructor, c.Name, c.Queue, limiter.Verdict,
					workers.Verdict, workers.Flag+workers.Value)
				pass.Reportf(pass.Files[0].Pos(), "%s", text)
				got = append(got, strings.TrimSpace(text))
			}
			return nil, nil
		},
	}
	at := slices.IndexFunc(wanttest.Corpus, func(m wanttest.Module) bool { return m.Name == module })
	m := wanttest.Corpus[at]
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := wanttest.Findings(dir, m.Env(), []*analysis.Analyzer{inventory}, pattern); err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Errorf("the queues are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
