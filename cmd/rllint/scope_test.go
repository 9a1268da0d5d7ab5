package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestElsewhere names main alone: what stands in the packages that it imports is told of.
func TestElsewhere(t *testing.T) {
	t.Setenv("GOWORK", "off")
	t.Chdir(filepath.Join("..", "..", "testdata", "src", "provider"))
	var stdout, stderr bytes.Buffer
	run([]string{"./cmd/provider"}, &stdout, &stderr)
	want := "5 more findings stand in packages that were not named; to see them: rllint ./internal/controller/config " +
		"./internal/controller/database ./internal/controller/queue\n"
	if !strings.Contains(stderr.String(), want) {
		t.Errorf("stderr has not %q:\n%s", want, stderr.String())
	}
	stderr.Reset()
	run([]string{"./..."}, &stdout, &stderr)
	if strings.Contains(stderr.String(), "not named") {
		t.Errorf("all packages are named:\n%s", stderr.String())
	}
}

func TestPatterns(t *testing.T) {
	for _, test := range []struct{ folders, want []string }{
		{[]string{"pkg/a"}, []string{"./pkg/a"}},
		{[]string{".", "pkg/a"}, []string{".", "./pkg/a"}},
		{[]string{"pkg/a", "pkg/b", "pkg/c/d", "pkg/e"}, []string{"./pkg/..."}},
		{[]string{"a", "b", "c", "d"}, []string{"./..."}},
		{[]string{"../x"}, []string{"../x"}},
	} {
		if got := patterns(test.folders); !slices.Equal(got, test.want) {
			t.Errorf("patterns of %q are %q, want %q", test.folders, got, test.want)
		}
	}
}
