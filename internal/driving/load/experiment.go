package load

import (
	"context"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/rllint/rllint/internal/driving/constraints"
)

// experimental returns the configuration with the experiments of Go without which packages of the standard library
// have no files that the roots import: a program that imports them is built with no other. It returns false if there
// are none.
func experimental(cfg Config, roots []*packages.Package) (Config, bool) {
	var experiments []string
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.Module != nil || len(p.GoFiles) > 0 {
			return
		}
		for _, e := range p.Errors {
			if _, dir, found := strings.Cut(e.Msg, "build constraints exclude all Go files in "); found {
				experiments = append(experiments, constraints.Experiments(constraints.Files(dir))...)
			}
		}
	})
	if len(experiments) == 0 {
		return cfg, false
	}
	env := cfg.Env
	if env == nil {
		env = os.Environ()
	}
	for _, v := range env {
		if set, found := strings.CutPrefix(v, "GOEXPERIMENT="); found && set != "" {
			experiments = append(experiments, strings.Split(set, ",")...)
		}
	}
	slices.Sort(experiments)
	cfg.Env = append(slices.Clip(env), "GOEXPERIMENT="+strings.Join(slices.Compact(experiments), ","))
	return cfg, true
}

// listAll lists packages as [listPossible] does, with the experiments that they need. It returns the configuration
// that has them.
func listAll(ctx context.Context, cfg Config, patterns []string) ([]*packages.Package, []leftOut, Config, error) {
	roots, bad, err := listPossible(ctx, cfg, patterns)
	if err != nil {
		return roots, bad, cfg, err
	}
	with, needed := experimental(cfg, roots)
	if !needed {
		return roots, bad, cfg, nil
	}
	again, badThen, err := listPossible(ctx, with, patterns)
	if err != nil {
		return roots, bad, cfg, nil // this Go does not know them
	}
	return again, badThen, with, nil
}
