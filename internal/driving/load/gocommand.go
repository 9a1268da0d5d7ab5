package load

import (
	"context"
	"os"
	"os/exec"
)

// goCommand returns a run of the go command. When the context ends it is asked to stop, so that it can
// stop what it started.
func goCommand(ctx context.Context, cfg Config, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = cfg.Dir, cfg.Env
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	return cmd
}
