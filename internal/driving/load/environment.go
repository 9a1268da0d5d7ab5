package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/types"
	"strings"
)

// An environment is what the go command says about itself.
type environment struct {
	GOVERSION, GOROOT, GOMODCACHE      string
	GOOS, GOARCH, GOHOSTOS, GOHOSTARCH string
	GO111MODULE, GOMOD, GOWORK         string
}

func readEnvironment(ctx context.Context, cfg Config) (environment, error) {
	var env environment
	out, err := goCommand(ctx, cfg, "env", "-json", "GOVERSION", "GOROOT", "GOMODCACHE", "GOOS", "GOARCH", "GOHOSTOS",
		"GOHOSTARCH", "GO111MODULE", "GOMOD", "GOWORK").Output()
	if err != nil {
		return env, err
	}
	if err := json.Unmarshal(out, &env); err != nil {
		return env, fmt.Errorf("cannot read what go env prints: %w", err)
	}
	if env.GOOS == env.GOHOSTOS && env.GOARCH == env.GOHOSTARCH {
		return env, nil
	}
	// The go command lists packages for machines that do not exist. To build this one takes no compiler.
	build := goCommand(ctx, cfg, "list", "-export", "-f", "{{.Name}}", "unsafe")
	var stderr strings.Builder
	build.Stderr = &stderr
	if err := build.Run(); err != nil {
		return env, errors.New(strings.TrimSpace(stderr.String()))
	}
	return env, nil
}

// sizes returns the sizes of types on the machine that programs are built for.
func (env environment) sizes() types.Sizes {
	if s := types.SizesFor("gc", env.GOARCH); s != nil {
		return s
	}
	return types.SizesFor("gc", "amd64")
}
