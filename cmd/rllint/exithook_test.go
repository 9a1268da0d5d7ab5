package main

import (
	"os"
	"testing"
)

// TestExitHook checks that temporary folders go when the program ends in the middle of something, and before that when they have served.
func TestExitHook(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var h exitHook
	served, remove, err := h.folder()
	if err != nil {
		t.Fatal(err)
	}
	left, _, err := h.folder()
	if err != nil {
		t.Fatal(err)
	}
	remove()
	for _, dir := range []string{served, left} {
		if _, err := os.Stat(dir); (err == nil) != (dir == left) {
			t.Errorf("before the end, of %s: %v", dir, err)
		}
	}
	restored := false
	h.set(func() { restored = true })
	h.clean()
	if _, err := os.Stat(left); err == nil || !restored {
		t.Errorf("a folder is left, or what was begun is not undone: %t", restored)
	}
}
