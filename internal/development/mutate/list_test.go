package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestList holds the list to the code as it is: a mistake whose place has changed would be made nowhere.
func TestList(t *testing.T) {
	for i, m := range mutants {
		source, err := os.ReadFile(filepath.Join("..", "..", "..", m.file))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(source), m.old); n != 1 {
			t.Errorf("mistake %d, %s: %s has the code to change %d times, want once:\n%s", i+1, m.what, m.file, n, m.old)
		}
	}
}
