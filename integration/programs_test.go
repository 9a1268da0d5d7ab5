// Package integration tries rllint in the programs that people run it from. It is
// a module of its own, so that rllint requires none of them.
package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// built holds the programs under test, by package folder.
var built struct {
	sync.Mutex
	dir      string
	programs map[string]string
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "rllint-integration")
	if err != nil {
		panic(err)
	}
	built.dir, built.programs = dir, make(map[string]string)
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// program builds the main package in a folder, once, and returns the file.
func program(t *testing.T, folder string) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if name := built.programs[folder]; name != "" {
		return name
	}
	name := filepath.Join(built.dir, filepath.Base(folder))
	cmd := exec.Command("go", "build", "-o", name, ".")
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build in %s: %v\n%s", folder, err, out)
	}
	built.programs[folder] = name
	return name
}
