package edit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Diff returns the changes of a file as a unified diff, "" if there are none. The names in it
// are those given, after a/ and b/.
func (f File) Diff(name string) []byte {
	name = filepath.ToSlash(name)
	more := 0 // lines before a hunk than there were: the library forgets those between two changes of one hunk
	return hunk.ReplaceAllFunc([]byte(udiff.Unified("a/"+name, "b/"+name, string(f.Before), string(f.After))), func(head []byte) []byte {
		at := [5]int{2: 1, 4: 1} // a count of 1 is left out
		for i, number := range hunk.FindSubmatch(head) {
			if n, err := strconv.Atoi(string(number)); err == nil {
				at[i] = n
			}
		}
		if at[1] == 0 || at[3] == 0 {
			return head // of a file that is or becomes empty
		}
		to := fmt.Sprintf("+%d", at[1]+more)
		more += at[4] - at[2]
		return target.ReplaceAll(head, []byte(to))
	})
}

var (
	// hunk matches where a hunk of a diff stands before and after, and how many lines it has.
	hunk = regexp.MustCompile(`(?m)^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$`)
	// target matches where it stands after.
	target = regexp.MustCompile(`\+\d+`)
)

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
	for _, root := range roots {
		real, err := filepath.EvalSymlinks(root)
		if err != nil {
			continue
		}
		rel, err := filepath.Rel(real, target)
		if err == nil && filepath.IsLocal(rel) && !slices.Contains(strings.Split(filepath.ToSlash(rel), "/"), "vendor") {
			return true
		}
	}
	return false
}
