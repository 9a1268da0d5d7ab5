package integration

import (
	"go/version"
	"path/filepath"
	"regexp"
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
				finding := badFinding
				if args[0] == "go" {
					finding = "RL0001: " + badFinding
				}
				if ok || !strings.Contains(out, "bad.go:3:13: "+finding) {
					t.Errorf("%s does not show the finding:\n%s", strings.Join(args, " "), out)
				}
			}
		})
	}
}

// TestNewerGo runs rllint, built with this Go, on a module that needs a newer one, and where
// only the go command is newer: each says so once.
func TestNewerGo(t *testing.T) {
	const newer = "go1.27.1"
	env := environment("GOTOOLCHAIN=" + newer)
	dir := scratch(t, map[string]string{
		"a.go": "package scratch\n\nimport \"net/http\"\n\nfunc F(*http.Request) {}\n",
		"b.go": badSource,
	})
	if out, ok := combined(dir, env, "go", "env", "GOVERSION"); !ok {
		t.Skipf("this release cannot be had here: %s", out)
	}
	if out := mustRun(t, ".", environment(), "go", "env", "GOVERSION"); version.Compare(strings.TrimSpace(out), version.Lang(newer)) >= 0 {
		t.Skip("this Go is no older than that one")
	}
	rllint := program(t, "../cmd/rllint")
	vet := []string{"go", "vet", "-vettool=" + rllint, "./..."}
	sentence := regexp.MustCompile(`rllint: the program to be analysed needs (go1\.27|go1\.27\.1), and rllint was built with go1\.\d+; build it again: GOTOOLCHAIN=go1\.27\.\d go install `)
	once := func(args ...string) {
		t.Helper()
		if out, ok := combined(dir, env, args[0], args[1:]...); ok || len(sentence.FindAllString(out, -1)) != 1 ||
			strings.Contains(out, "internal error") {
			t.Errorf("%s does not say once what to do:\n%s", strings.Join(args, " "), out)
		}
	}
	once(vet...)
	write(t, dir, map[string]string{"go.mod": "module example.com/scratch\n\ngo 1.27\n"})
	once(vet...)
	once(rllint, "./...")
}
