package integration

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestGoVersions builds rllint with each Go release it is made for and runs it, as
// a command and as a tool of go vet, with the go command of that release.
func TestGoVersions(t *testing.T) {
	for _, version := range []string{"go1.26.0", "go1.27.1"} {
		t.Run(version, func(t *testing.T) {
			env := environment("GOTOOLCHAIN=" + version)
			dir := scratch(t, map[string]string{"clean.go": cleanSource})
			// The release may have to be downloaded, which the go command tells of first.
			out, ok := combined(dir, env, "go", "env", "GOVERSION")
			if !ok {
				t.Skipf("this release cannot be had here: %s", out)
			}
			if !strings.HasSuffix(strings.TrimSpace(out), version) {
				t.Fatalf("the go command is %s", out)
			}
			rllint := filepath.Join(t.TempDir(), "rllint")
			mustRun(t, "../cmd/rllint", environment("GOTOOLCHAIN="+version, "GOFLAGS="), "go", "build", "-o", rllint, ".")

			mustRun(t, dir, env, rllint, "./...")
			mustRun(t, dir, env, "go", "vet", "-vettool="+rllint, "./...")

			write(t, dir, map[string]string{"bad.go": badSource})
			for _, args := range [][]string{{rllint, "./..."}, {"go", "vet", "-vettool=" + rllint, "./..."}} {
				out, ok := combined(dir, env, args[0], args[1:]...)
				if ok || !strings.Contains(out, "bad.go:3:13: "+badFinding) {
					t.Errorf("%s does not show the finding:\n%s", strings.Join(args, " "), out)
				}
			}
		})
	}
}
