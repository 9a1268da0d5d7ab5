package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestFixNotes makes fixes again and again: once some controllers ask the limiter, that others do not is a note, and the fix of a
// note too is made only where main is known to set what it uses.
func TestFixNotes(t *testing.T) {
	program(t, []string{"held/library", "held/cmd/forgets", "held/cmd/sets", "limits", "inert"}, nil)
	for round := range 3 {
		var stdout, stderr bytes.Buffer
		if code := run([]string{"-fix", "-all", "./held/..."}, &stdout, &stderr); code == failed {
			t.Fatal(stderr.String())
		}
		text, err := os.ReadFile("held/library/library.go")
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(string(text), "limits.NewReconciler("); got != 2 {
			t.Fatalf("round %d: %d reconcilers are wrapped, want the two that each program gives a limiter\n%s", round, got, text)
		}
		if want := "is not known to set o.Global"; !strings.Contains(stderr.String(), want) {
			t.Errorf("round %d says\n%s\nwant %q", round, stderr.String(), want)
		}
	}
}
