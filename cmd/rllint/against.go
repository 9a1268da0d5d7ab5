package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/showing/checkout"
	"github.com/rllint/rllint/internal/showing/inventory"
)

// comparison returns what compares an inventory with the one that -against names: a file, or a git revision whose
// inventory is taken now. It returns nil changes without the flag.
func (in *input) comparison(name string, stderr io.Writer) (func(inventory.Document) (*inventory.Changes, error), error) {
	if name == "" {
		return func(inventory.Document) (*inventory.Changes, error) { return nil, nil }, nil
	}
	older, err := in.older(name, stderr)
	if err != nil {
		return nil, fmt.Errorf("-against=%s: %w", name, err)
	}
	return func(doc inventory.Document) (*inventory.Changes, error) {
		changes, err := doc.Against(older, name)
		return &changes, err
	}, nil
}

func (in *input) older(name string, stderr io.Writer) (inventory.Older, error) {
	data, err := os.ReadFile(name)
	switch {
	case err == nil:
		return inventory.ReadJSON(bytes.NewReader(data))
	case errors.Is(err, os.ErrNotExist):
		return in.olderAt(name, stderr)
	}
	return inventory.Older{}, err
}

// olderAt returns the inventory of a git revision.
func (in *input) olderAt(revision string, stderr io.Writer) (older inventory.Older, err error) {
	err = untilSignal(func(ctx context.Context) error {
		data, err := in.inventoryAt(ctx, revision, stderr)
		if err == nil {
			older, err = inventory.ReadJSON(bytes.NewReader(data))
		}
		return err
	})
	return older, err
}

// inventoryAt takes the inventory of a git revision, in a work tree of its own that is removed afterwards.
func (in *input) inventoryAt(ctx context.Context, revision string, stderr io.Writer) ([]byte, error) {
	root := checkout.Root(in.dir)
	path, inside := checkout.Relative(root, in.dir)
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil || !inside {
		return nil, errors.New("there is no such file, and no git checkout to look for a revision in")
	}
	git := func(args ...string) error {
		cmd := exec.CommandContext(ctx, "git", args...)
		cmd.Dir = root
		return cmd.Run()
	}
	if git("rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}") != nil {
		return nil, errors.New("there is no such file, and git knows no such commit: fetch it first")
	}
	parent, err := os.MkdirTemp("", "rllint-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(parent)
	tree := filepath.Join(parent, filepath.Base(root))
	if err := git("worktree", "add", "--detach", "--quiet", tree, revision); err != nil {
		return nil, errors.New("git cannot check it out into a temporary folder")
	}
	defer func() {
		ctx = context.WithoutCancel(ctx)
		_ = git("worktree", "remove", "--force", tree)
	}()
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := slices.Concat([]string{"inventory", "-format=json"}, in.sameFlags(), []string{"--"}, in.patternsIn(root, tree))
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Dir = filepath.Join(tree, filepath.FromSlash(path))
	var messages strings.Builder
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if err != nil {
		if len(out) == 0 {
			first, _, _ := strings.Cut(strings.TrimPrefix(messages.String(), "rllint: "), "\n")
			return nil, fmt.Errorf("cannot take its inventory: %s", first)
		}
		fmt.Fprintf(stderr, "rllint: the inventory of %s is not complete: what seems new may have been there before\n", revision)
	}
	return out, nil
}

// sameFlags returns the flags that say what is analysed and how, so that both inventories are taken alike.
func (in *input) sameFlags() []string {
	shared := flag.NewFlagSet("", flag.ContinueOnError)
	registerInput(shared)
	var args []string
	in.flags.Visit(func(f *flag.Flag) {
		value := f.Value.String()
		switch {
		case shared.Lookup(f.Name) == nil || f.Name == "C":
			return
		case f.Name == "settings" && !filepath.IsAbs(value):
			value = filepath.Join(in.dir, value)
		}
		args = append(args, "-"+f.Name+"="+value)
	})
	return args
}

// patternsIn returns the patterns of packages for a work tree of the checkout at root.
func (in *input) patternsIn(root, tree string) []string {
	patterns := slices.Clone(in.patterns())
	for i, p := range patterns {
		if path, inside := checkout.Relative(root, p); filepath.IsAbs(p) && inside {
			patterns[i] = filepath.Join(tree, filepath.FromSlash(path))
		}
	}
	return patterns
}
