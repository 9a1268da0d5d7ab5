package edit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/rllint/rllint/internal/showing/checkout"
)

// Diff returns the changes of a file as a unified diff, "" if there are none. The names in it
// are those given, after a/ and b/.
func (f File) Diff(name string) []byte {
	name = filepath.ToSlash(name)
	return []byte(udiff.Unified("a/"+name, "b/"+name, string(f.Before), string(f.After)))
}

// Write writes the file. It is replaced as a whole, or stays as it is. Of a symbolic link, what it
// points to is written.
func (f File) Write() error { return replace(f.Name, f.After) }

// Restore makes the file what it was before.
func (f File) Restore() error { return replace(f.Name, f.Before) }

func replace(name string, content []byte) (err error) {
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	// Whether the file may be written says the file, not only its directory.
	writable, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("cannot be written: %w", err)
	}
	writable.Close()
	if info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("%s is read-only", name)
	}
	temp, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(temp.Name())
		}
	}()
	_, err = temp.Write(content)
	if err = errors.Join(err, temp.Chmod(info.Mode().Perm()), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), target)
}

// Within reports whether a file, and what it points to if it is a symbolic link, is below one of
// the directories and in no vendor directory there.
func Within(name string, roots []string) bool {
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(roots, func(root string) bool {
		path, inside := checkout.Relative(root, target)
		return inside && !slices.Contains(strings.Split(path, "/"), "vendor")
	})
}
