package load

import (
	"context"
	"os"
	"os/exec"
	"strings"
)

// goCommand returns a run of the go command. When the context ends it is asked to stop, so that it can
// stop what it started.
func goCommand(ctx context.Context, cfg Config, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = cfg.Dir, cfg.Env
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	return cmd
}

// goEnv returns what the go command has for some variables, in their order, nil where it cannot tell.
func goEnv(ctx context.Context, cfg Config, names ...string) []string {
	out, err := goCommand(ctx, cfg, append([]string{"env"}, names...)...).Output()
	if values := strings.Split(string(out), "\n"); err == nil && len(values) >= len(names) {
		return values[:len(names)]
	}
	return nil
}
