package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rllint/rllint/internal/development/wanttest"
)

// TestSideBySide compares the drivers on the example provider and on checkouts, and logs what each takes. CORPUS names the checkouts, and
// the packages of each that are analysed, as folder=pattern,pattern:folder=pattern; they are large and not part of the module. The caches
// of rllint and golangci-lint are empty; go vet compiles what was not compiled before.
func TestSideBySide(t *testing.T) {
	if testing.Short() {
		t.Skip("go vet compiles the example provider")
	}
	ways := slices.Clone(drivers)
	if _, err := exec.LookPath("pre-commit"); err == nil {
		ways = append(ways, preCommitDriver(t))
	}
	program(t, "./golangci-lint") // it is built outside of what is measured
	checkouts := example(t) + "=./..."
	if list := os.Getenv("CORPUS"); list != "" {
		checkouts += ":" + list
	}
	for checkout := range strings.SplitSeq(checkouts, ":") {
		dir, patterns, _ := strings.Cut(checkout, "=")
		t.Run(filepath.Base(dir), func(t *testing.T) {
			var want []string
			for i, d := range ways {
				env := append(os.Environ(), "GOWORK=off", "RLLINT_CACHE="+t.TempDir())
				start, before := time.Now(), childrenTime(t)
				got := places(d.run(t, dir, env, "", strings.Split(patterns, ",")...))
				t.Logf("%-13s %3d findings, %5.1f s, %5.1f s of CPU time", d.name, len(got), time.Since(start).Seconds(),
					(childrenTime(t) - before).Seconds())
				switch {
				case i == 0 && len(got) == 0:
					t.Error("the command finds nothing there: that compares nothing")
				case i == 0:
					want = got
				case !slices.Equal(got, want):
					t.Errorf("%s finds\n%s\nthe command finds\n%s", d.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
		})
	}
}

// childrenTime is the CPU time of all commands that have ended.
func childrenTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// finding is a line of the text output.
var finding = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\d+: (.*) \((RL\d{4})\)$`)

// preCommitDriver runs the hook, which is installed before.
func preCommitDriver(t *testing.T) driver {
	t.Helper()
	env, config := hook(t)
	file := filepath.Join(t.TempDir(), "pre-commit.yaml")
	settle := func(t *testing.T, args ...string) {
		t.Helper()
		text := config + "    args: [" + strings.Join(args, ", ") + "]\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	settle(t)
	mustRun(t, "..", env, "pre-commit", "install-hooks", "--config", file)
	return driver{"pre-commit", func(t *testing.T, dir string, vars []string, _ string, patterns ...string) []wanttest.Finding {
		t.Helper()
		settle(t, append([]string{"-C", dir, "-all", "-level=note"}, patterns...)...)
		out, _ := combined(dir, slices.Concat(vars, env), "pre-commit", "run", "--config", file, "--all-files")
		var list []wanttest.Finding
		for _, m := range finding.FindAllStringSubmatch(out, -1) {
			line, err := strconv.Atoi(m[2])
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, wanttest.Finding{File: filepath.Join(dir, m[1]), Line: line, Rule: m[4], Message: m[3]})
		}
		if len(list) == 0 {
			t.Errorf("pre-commit shows no finding:\n%s", out)
		}
		return list
	}}
}
