package load_test

import (
	"strings"
	"testing"
)

// What the go command says of a package without a place stands nowhere in the user's files: the package that imports it does.
func TestProblemNamesImporter(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/m

go 1.26
-- hack/tools.go --
package hack

import _ "example.com/m/none"
-- none/none.go --
//go:build never

package none
`)
	for pattern, want := range map[string]string{
		"./hack": "none (example.com/m/hack imports it)",
		"./none": "none",
	} {
		prog := loadDir(t, dir, nil, never, pattern)
		if len(prog.Problems) != 1 || !strings.HasSuffix(prog.Problems[0].String(), want) {
			t.Errorf("%s: %+v, want one that ends with %s", pattern, prog.Problems, want)
		}
	}
}
