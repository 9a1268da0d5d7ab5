package load

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

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

// listPossible lists packages, without a vendor folder that does not agree with go.mod and without modules that cannot be had, which
// it returns too.
func listPossible(ctx context.Context, cfg Config, patterns []string) ([]*packages.Package, []leftOut, error) {
	roots, err := list(ctx, cfg, nil, patterns)
	var out []leftOut
	var gone []unavailable
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
		next := slices.DeleteFunc(unavailables(said), func(m unavailable) bool { return !m.goMod || m.among(gone) })
		if len(next) == 0 {
			break
		}
		if files.goMod == "" {
			if files = findGoFiles(ctx, cfg); files.goMod == "" {
				break
			}
		}
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
