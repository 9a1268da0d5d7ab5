package load

import (
	"context"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// inconsistent is how the go command says that the vendor folder has other modules than go.mod. It then lists nothing.
const inconsistent = "inconsistent vendoring in "

// withoutVendor is the problem of packages that are listed without the folder.
var withoutVendor = Problem{
	Message: "the vendor folder is left out: it does not agree with go.mod; to bring it up to date, run go mod vendor",
}

// mostLeftOut bounds how often packages are listed: the go command may name one module at a time.
const mostLeftOut = 20

// listPossible lists packages, without a vendor folder that does not agree with go.mod and without modules that cannot be had, which
// it returns too.
func listPossible(ctx context.Context, cfg Config, env func() (environment, error), patterns []string) (roots []*packages.Package,
	vendor bool, gone []unavailable, err error) {
	roots, err = list(ctx, cfg, nil, patterns)
	overlay, first := make(map[string][]byte), err
	for range mostLeftOut {
		said := complaints(roots)
		if err != nil {
			said = err.Error()
		}
		if strings.Contains(said, inconsistent) && !vendor {
			cfg.BuildFlags = append(slices.Clip(cfg.BuildFlags), "-mod=readonly")
			vendor = true
			roots, err = list(ctx, cfg, overlay, patterns)
			continue
		}
		next := slices.DeleteFunc(unavailables(said), func(m unavailable) bool { return !m.goMod || m.among(gone) })
		if len(next) == 0 {
			break
		}
		of, _ := env()
		files := of.files(cfg)
		gone = together(gone, append(next, files.lacking()...))
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
	gone = together(gone, unavailables(said))
	if strings.Contains(said, noLookup) {
		of, _ := env()
		gone = together(gone, of.files(cfg).notLookedUp(roots))
	}
	return roots, vendor, gone, err
}

// together returns modules and others, each once.
func together(list, more []unavailable) []unavailable {
	for _, m := range more {
		if !m.among(list) {
			list = append(list, m)
		}
	}
	return list
}
