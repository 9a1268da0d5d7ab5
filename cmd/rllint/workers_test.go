package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixWorkers checks that a fix changes a number of workers that the authors chose only where that is asked for.
func TestFixWorkers(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", "testdata", "src", "provider"))
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	for mode, want := range map[string]struct {
		changed bool
		said    string
	}{
		"-diff":         {false, "the fix of RL1003 is not made: it would change how many workers the controller has; -fix=workers makes it"},
		"-diff=workers": {true, "the diff fixes 4 of 7 findings in 3 files"},
	} {
		var stdout, stderr bytes.Buffer
		if code := run([]string{mode, "./..."}, &stdout, &stderr); code != found {
			t.Fatalf("rllint %s ends with %d:\n%s", mode, code, stderr.String())
		}
		if got := strings.Contains(stdout.String(), "\n-\t\t\tMaxConcurrentReconciles: 2,"); got != want.changed {
			t.Errorf("%s changes the number: %v\n%s", mode, got, stdout.String())
		}
		if !strings.Contains(stderr.String(), want.said) {
			t.Errorf("%s says\n%s\nwant %s", mode, stderr.String(), want.said)
		}
	}
}
