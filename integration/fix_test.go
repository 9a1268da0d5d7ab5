package integration

import (
	"os"
	"path/filepath"
	"testing"
)

// TestGoFix checks that go fix makes the edits that rllint -fix makes.
func TestGoFix(t *testing.T) {
	const source = "package scratch\n\nfunc g() {} //rllint:ignore RL1001 it was limited by hand once\n\nfunc h() {}\n"
	rllint := program(t, "../cmd/rllint")
	edited := func(name string, args ...string) string {
		dir := scratch(t, map[string]string{"scratch.go": source})
		if out, ok := combined(dir, environment(), name, args...); !ok {
			t.Fatalf("%s %v failed:\n%s", name, args, out)
		}
		text, err := os.ReadFile(filepath.Join(dir, "scratch.go"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	byRllint := edited(rllint, "-fix", "./...")
	if byRllint == source {
		t.Fatal("rllint -fix changes nothing")
	}
	if byGo := edited("go", "fix", "-fixtool="+rllint, "./..."); byGo != byRllint {
		t.Errorf("go fix makes\n%s\nrllint -fix makes\n%s", byGo, byRllint)
	}
}
