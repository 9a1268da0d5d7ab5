package adopt_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rllint/rllint/internal/changing/adopt"
)

// TestRequire adds the runtime to the direct requirements, and to none that have it.
func TestRequire(t *testing.T) {
	const before = `module example.org/m

go 1.24.0

require (
	k8s.io/api v0.35.0
	sigs.k8s.io/controller-runtime v0.23.1
)

require github.com/spf13/pflag v1.0.9 // indirect
`
	const after = `module example.org/m

go 1.24.0

require (
	github.com/rllint/rllint/runtime v0.1.0
	github.com/rllint/rllint/runtime/priority v0.1.0
	k8s.io/api v0.35.0
	sigs.k8s.io/controller-runtime v0.23.1
)

require github.com/spf13/pflag v1.0.9 // indirect
`
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(before), 0o666); err != nil {
		t.Fatal(err)
	}
	f, added, err := adopt.Require(dir, "v0.1.0", "github.com/rllint/rllint/runtime", "github.com/rllint/rllint/runtime/priority")
	if err != nil || !added || string(f.After) != after {
		t.Fatalf("%v %v\n%s", added, err, f.After)
	}
	if err := f.Write(); err != nil {
		t.Fatal(err)
	}
	if _, added, err := adopt.Require(dir, "v0.1.0", "github.com/rllint/rllint/runtime", "github.com/rllint/rllint/runtime/priority"); added ||
		err != nil {
		t.Errorf("a second time: %v, %v", added, err)
	}
}
