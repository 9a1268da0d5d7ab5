package syntax

import (
	"go/ast"
	"testing"
)

func TestTellsPurpose(t *testing.T) {
	for text, want := range map[string]bool{
		"// the next event brings it again, so do not return the error": true,
		"//nolint:nilerr":                      true,
		"// log the error":                     false,
		"// TODO: retry":                       false,
		"// Continue with the others":          false,
		"// continue without it":               true,
		`// log.Info("skip it", "name", name)`: false,
		"// skip (the owner comes back)":       true,
		"// retrieve the pod":                  false,
		"// it is retried":                     true,
		"// we don't error out here":           true,
		"// if it did not error, go on":        false,
		"// Check if the pod already exists":   false,
		"// check if it is, else skip it":      true,
	} {
		if got := TellsPurpose(&ast.CommentGroup{List: []*ast.Comment{{Text: text}}}); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
