package sourcetext

import (
	"go/token"
	"os"
	"path/filepath"
	"testing"
)

func TestFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(name, []byte("one\r\nä ö x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var files Files
	for line, want := range map[int]string{0: "", 1: "one", 2: "ä ö x", 3: "", 4: ""} {
		if got := string(files.Line(name, line)); got != want {
			t.Errorf("line %d is %q, want %q", line, got, want)
		}
	}
	if got := string(files.Line(name+"none", 1)); got != "" {
		t.Errorf("a file that does not exist has the line %q", got)
	}
	tests := []struct{ line, column, want int }{
		{1, 2, 2},
		{2, 7, 5},   // x, after two letters of two bytes each
		{2, 99, 99}, // not in the line
		{9, 3, 3},
	}
	for _, test := range tests {
		if got := files.Column(token.Position{Filename: name, Line: test.line, Column: test.column}); got != test.want {
			t.Errorf("column %d of line %d is %d, want %d", test.column, test.line, got, test.want)
		}
	}
}
