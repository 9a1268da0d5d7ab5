package load

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// listError turns what the go command said into one sentence. go/packages passes on the
// whole of its standard error, progress included.
func listError(err error) error {
	if _, missing := exec.LookPath("go"); missing != nil {
		return errors.New("cannot list packages, so nothing is judged: there is no go command on the PATH")
	}
	message := strings.TrimSpace(err.Error())
	if _, stderr, found := strings.Cut(message, "stderr: "); found {
		message = strings.TrimSpace(stderr)
	}
	message = strings.TrimPrefix(message, "err: exit status 1: ")
	if strings.Contains(message, "-modfile only valid when using modules") {
		// Go/packages asks the go command for its version outside of any module.
		return errors.New("cannot list packages, so nothing is judged: GOFLAGS has -modfile and no -mod: add -mod=readonly to it, or " +
			"-mod=vendor if the module has a vendor folder")
	}
	return fmt.Errorf("cannot list packages, so nothing is judged: %s", LastMessage(message))
}

// nothingListed says why there are no packages. Go/packages takes some failures of the go
// command for ones that show elsewhere, also where there is no place for them.
func nothingListed(ctx context.Context, cfg Config, patterns []string) error {
	args := slices.Concat([]string{"list", "-e", "-f", "{{.ImportPath}}"}, cfg.BuildFlags, []string{"--"}, patterns)
	cmd := goCommand(ctx, cfg, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil && stderr.Len() > 0 {
		return listError(errors.New(stderr.String()))
	}
	return fmt.Errorf("no packages match %s", strings.Join(patterns, " "))
}

// LastMessage returns the last thing that the go command said, on one line: what it starts
// with and, of what follows, the last paragraph, which says what to do. Between them there may
// be a list of a hundred modules.
func LastMessage(output string) string {
	lines := strings.Split(output, "\n")
	start := len(lines) - 1
	for i := start; i >= 0; i-- {
		if strings.HasPrefix(lines[i], "go: ") && !strings.HasPrefix(lines[i], "go: downloading ") {
			start = i
			break
		}
	}
	headline, rest := strings.TrimPrefix(lines[start], "go: "), strings.Join(lines[start+1:], "\n")
	if i := strings.LastIndex(rest, "\n\n"); i >= 0 {
		rest = rest[i:]
	}
	return oneLine(headline + " " + rest)
}
