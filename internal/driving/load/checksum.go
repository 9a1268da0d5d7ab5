package load

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
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

// A leftOut is a module, or the vendor folder, without which packages are listed.
type leftOut interface {
	problem() Problem
	about(p Problem) bool // the go command complains only because the module is left out
}

// A vendored folder has other modules than go.mod says. The go command then lists nothing.
type vendored struct{}

// inconsistent is how the go command says so.
const inconsistent = "inconsistent vendoring in "

func (vendored) problem() Problem {
	return Problem{Message: "the vendor folder is left out: it does not agree with go.mod; to bring it up to date, run go mod vendor"}
}

func (vendored) about(Problem) bool { return false }

// mostLeftOut bounds how often packages are listed: the go command may name one module at a time.
const mostLeftOut = 20

// listPossible lists packages, without a vendor folder or modules that do not match go.mod and go.sum and without modules that cannot be
// had, which it returns too.
func listPossible(ctx context.Context, cfg Config, patterns []string) ([]*packages.Package, []leftOut, error) {
	roots, err := list(ctx, cfg, nil, patterns)
	var out []leftOut
	var gone []unavailable
	var sums map[string][]byte
	var files goFiles
	overlay, first := make(map[string][]byte), err
	for range mostLeftOut {
		said := complaints(roots)
		if err != nil {
			said = err.Error()
		}
		if strings.Contains(said, inconsistent) && !slices.Contains(out, leftOut(vendored{})) {
			cfg.BuildFlags = append(slices.Clip(cfg.BuildFlags), "-mod=readonly")
			out = append(out, vendored{})
			roots, err = list(ctx, cfg, overlay, patterns)
			continue
		}
		bad := mismatches(said)
		next := slices.DeleteFunc(unavailables(said), func(m unavailable) bool { return !m.goMod || m.among(gone) })
		if len(bad)+len(next) == 0 {
			break
		}
		if files.goMod == "" {
			if files = findGoFiles(ctx, cfg); files.goMod == "" {
				break
			}
		}
		if len(bad) > 0 {
			if sums == nil {
				sums = files.sums()
				// What go.sum then lacks is not to be looked up and added.
				cfg.BuildFlags = append(slices.Clip(cfg.BuildFlags), "-mod=readonly")
			}
			if len(sums) == 0 {
				break
			}
			for _, m := range bad {
				out = append(out, m)
				for name := range sums {
					sums[name] = m.without(sums[name])
				}
			}
			maps.Copy(overlay, sums)
		}
		if len(next) > 0 {
			for _, m := range append(next, files.lacking()...) {
				if !m.among(gone) {
					gone = append(gone, m)
				}
			}
			empty := emptied(files, gone)
			if empty == nil {
				break
			}
			maps.Copy(overlay, empty)
		}
		roots, err = list(ctx, cfg, overlay, patterns)
	}
	if err != nil && first != nil && strings.Contains(err.Error(), "part of the overlay") {
		err = first // nobody has heard of an overlay
	}
	said := complaints(roots)
	last := unavailables(said)
	if strings.Contains(said, noLookup) {
		last = append(last, cmp.Or(files, findGoFiles(ctx, cfg)).notLookedUp(roots)...)
	}
	for _, m := range last {
		if !m.among(gone) {
			gone = append(gone, m)
		}
	}
	for _, m := range gone {
		out = append(out, m)
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
	message := fmt.Sprintf("the module %s@%s is left out: %s not the one in go.sum", m.module, m.version, what)
	return Problem{Message: message, Module: m.module + " " + m.version}
}

// about reports whether the go command complains of the module because go.sum does not have it.
func (m mismatch) about(p Problem) bool {
	rest, found := strings.CutPrefix(p.Message, "missing go.sum entry for module providing package ")
	pkg, _, _ := strings.Cut(rest, " ")
	pkg = strings.TrimRight(pkg, ";:")
	return found && (pkg == m.module || strings.HasPrefix(pkg, m.module+"/"))
}

// sums returns the files with checksums that the go command reads, by name.
func (f goFiles) sums() map[string][]byte {
	var names []string
	for _, name := range f.modules() {
		names = append(names, strings.TrimSuffix(name, ".mod")+".sum")
	}
	if f.goWork != "" {
		names = append(names, f.goWork+".sum")
	}
	sums := make(map[string][]byte)
	for _, name := range names {
		if content, err := os.ReadFile(name); err == nil {
			sums[name] = content
		}
	}
	return sums
}
