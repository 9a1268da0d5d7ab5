package compare

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The guide's code is code that compiles: each block of it is a part of the
// package's examples, but for the indentation.
func TestGuideShowsTheExamples(t *testing.T) {
	const guide, examples = "../../docs/runtime.md", "../ratelimiter/example_test.go"
	const withPriorities = "../priority/test/example_test.go"
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile(examples)
	if err != nil {
		t.Fatal(err)
	}
	prioritized, err := os.ReadFile(withPriorities)
	if err != nil {
		t.Fatal(err)
	}
	compiled := unindented(string(code) + string(prioritized))
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 4 {
		t.Fatalf("found only %d blocks of code", len(blocks))
	}
	for _, block := range blocks {
		if !strings.Contains(compiled, unindented(block[1])) {
			t.Errorf("%s shows code that %s does not have:\n%s", guide, examples, block[1])
		}
	}
}

// TestGuideBeginsWithItsUse checks that 600 words are enough to use the package: all that comes after them is reference.
func TestGuideBeginsWithItsUse(t *testing.T) {
	text, err := os.ReadFile("../../docs/runtime.md")
	if err != nil {
		t.Fatal(err)
	}
	use, _, found := strings.Cut(string(text), "The rest of this page is reference.")
	if n := len(strings.Fields(use)); !found || n > 600 {
		t.Errorf("the reference begins after %d words", n)
	}
	drop, wiring := "ratelimiter.NewGlobalRateLimiter(mgr, *maxReconcileRate)", "return ratelimiter.Complete("
	for _, want := range []string{drop, wiring, "ratelimiter.New(*rate)"} {
		if !strings.Contains(use, want) {
			t.Errorf("no %s before the reference", want)
		}
	}
}

func unindented(code string) string {
	return regexp.MustCompile(`(?m)^[\t ]+`).ReplaceAllString(code, "")
}
