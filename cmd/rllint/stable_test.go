package main

import (
	"bytes"
	"path/filepath"
	"testing"
)

// TestStable runs the command several times on the example provider, whose packages are
// analysed at the same time and in an order that varies: every byte stays the same.
func TestStable(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the command many times")
	}
	t.Setenv("GOWORK", "off")
	t.Chdir(filepath.Join("..", "..", "testdata", "src", "provider"))
	for _, args := range [][]string{{"inventory", "-cache=off", "-format=json", "./..."}, {"-cache=off", "-json", "./..."}} {
		var first []byte
		for i := range 5 {
			var stdout, stderr bytes.Buffer
			if code := run(args, &stdout, &stderr); code > 1 {
				t.Fatalf("rllint %q: exit code %d: %s", args, code, stderr.String())
			}
			switch {
			case i == 0 && bytes.Count(stdout.Bytes(), []byte("\n")) < 10:
				t.Fatalf("rllint %q says too little to compare:\n%s", args, stdout.String())
			case i == 0:
				first = stdout.Bytes()
			case !bytes.Equal(stdout.Bytes(), first):
				t.Fatalf("rllint %q, run %d:\n%s\nthe first run:\n%s", args, i+1, stdout.String(), first)
			}
		}
	}
}
