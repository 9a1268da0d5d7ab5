package load

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/rllint/rllint/internal/driving/workspace"
)

// A mismatch is a module whose content, or whose go.mod, does not have the checksum that go.sum says. The go
// command then lists nothing at all, whatever else there is.
type mismatch struct {
	module, version string
	goMod           string // the checksum that its go.mod has, "" if the module's content does not match
}

// mismatched is how the go command says so, for each of them.
var mismatched = regexp.MustCompile(`(?m)verifying (\S+)@([^\s/]+)(/go\.mod)?: checksum mismatch\n\s*downloaded:\s*(\S+)`)

func mismatches(message string) []mismatch {
	var list []mismatch
	for _, m := range mismatched.FindAllStringSubmatch(message, -1) {
		bad := mismatch{module: m[1], version: m[2]}
		if m[3] != "" {
			bad.goMod = m[4]
		}
		list = append(list, bad)
	}
	return list
}

// A leftOut is a module without which packages are listed.
type leftOut interface {
	problem() Problem
	about(message string) bool // the go command complains only because the module is left out
}

// mostLeftOut bounds how often packages are listed: the go command may name one module at a time.
const mostLeftOut = 20

// listPossible lists packages, without those of modules that do not match go.sum or that cannot be had, which it returns too.
func listPossible(ctx context.Context, cfg Config, patterns []string) ([]*packages.Package, []leftOut, error) {
	roots, err := list(ctx, cfg, nil, patterns)
	var out []leftOut
	var gone []unavailable
	var sums map[string][]byte
	overlay := make(map[string][]byte)
	for range mostLeftOut {
		if err == nil || cfg.Joined != nil {
			break
		}
		if next := mismatches(err.Error()); len(next) > 0 {
			if sums == nil {
				sums = sumFiles(ctx, cfg)
				// What go.sum then lacks is not to be looked up and added.
				cfg.BuildFlags = append(slices.Clip(cfg.BuildFlags), "-mod=readonly")
			}
			if len(sums) == 0 {
				break
			}
			for _, m := range next {
				out = append(out, m)
				for name := range sums {
					sums[name] = m.without(sums[name])
				}
			}
			maps.Copy(overlay, sums)
		} else if next := unavailables(err.Error()); len(next) > 0 {
			for _, m := range next {
				if slices.Contains(gone, m) {
					return roots, out, err // to leave it out does not help
				}
				gone, out = append(gone, m), append(out, m)
			}
			files, ok := emptied(ctx, cfg, gone)
			if !ok {
				break
			}
			maps.Copy(overlay, files)
		} else {
			break
		}
		roots, err = list(ctx, cfg, overlay, patterns)
	}
	return roots, out, err
}

// without returns the content of a go.sum with which the go command does without the module: its content
// has no checksum, and its go.mod the one that it has.
func (m mismatch) without(sums []byte) []byte {
	var out []byte
	for line := range strings.Lines(string(sums)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) != 3 || fields[0] != m.module:
		case fields[1] == m.version:
			continue
		case fields[1] == m.version+"/go.mod" && m.goMod != "":
			line = fmt.Sprintf("%s %s %s\n", fields[0], fields[1], m.goMod)
		}
		out = append(out, line...)
	}
	return out
}

func (m mismatch) problem() Problem {
	what := "its checksum is"
	if m.goMod != "" {
		what = "the checksum of its go.mod is"
	}
	return Problem{Message: fmt.Sprintf("the module %s@%s is left out: %s not the one in go.sum", m.module, m.version, what)}
}

// about reports whether the go command complains of the module because go.sum does not have it.
func (m mismatch) about(message string) bool {
	rest, found := strings.CutPrefix(message, "missing go.sum entry for module providing package ")
	pkg, _, _ := strings.Cut(rest, " ")
	pkg = strings.TrimRight(pkg, ";:")
	return found && (pkg == m.module || strings.HasPrefix(pkg, m.module+"/"))
}

// sumFiles returns the files with checksums that the go command reads, by name.
func sumFiles(ctx context.Context, cfg Config) map[string][]byte {
	values := goEnv(ctx, cfg, "GOMOD", "GOWORK")
	if values == nil {
		return nil
	}
	names := []string{sumFile(values[0])}
	if work := values[1]; work != "" && work != "off" {
		names = append(names, work+".sum")
		if modules, err := workspace.Modules(filepath.Dir(work)); err == nil {
			for _, dir := range modules {
				names = append(names, filepath.Join(dir, "go.sum"))
			}
		}
	}
	sums := make(map[string][]byte)
	for _, name := range names {
		if content, err := os.ReadFile(name); err == nil {
			sums[name] = content
		}
	}
	return sums
}

func sumFile(goMod string) string { return strings.TrimSuffix(goMod, ".mod") + ".sum" }
