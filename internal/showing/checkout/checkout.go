// Package checkout finds the repository that files belong to, since services for code
// reviews know files by their names in it.
package checkout

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/rllint/rllint/internal/driving/workspace"
)

// Root returns the directory that services for code reviews name files from: the root of
// the git repository that dir is in, else the workspace of the GitHub workflow that dir
// is in, else dir itself.
//
// A workflow can check out several repositories into folders of its workspace, so the
// repository comes first.
func Root(dir string) string {
	if root := workspace.Above(dir, ".git"); root != "" {
		return root
	}
	// The directory may be known by the name of a symbolic link into the repository.
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		if root := workspace.Above(real, ".git"); root != "" {
			return root
		}
	}
	if workspace := os.Getenv("GITHUB_WORKSPACE"); workspace != "" {
		if _, inside := Relative(workspace, dir); inside {
			return filepath.Clean(workspace)
		}
	}
	return dir
}

// Relative returns the slash path from root to a file or directory, and whether it is in root,
// under that name or under the one that symbolic links lead to.
func Relative(root, name string) (path string, inside bool) {
	if path, inside := below(root, name); inside {
		return path, true
	}
	realRoot, err := filepath.EvalSymlinks(root)
	if err != nil {
		return "", false
	}
	// What a line directive made up has no directory either.
	dir, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err != nil {
		return "", false
	}
	return below(realRoot, filepath.Join(dir, filepath.Base(name)))
}

// Name returns what Relative does for an absolute name, or the whole name of what is not in root, with slashes.
func Name(root, name string) string {
	if path, inside := Relative(root, name); inside && filepath.IsAbs(name) {
		return path
	}
	return filepath.ToSlash(name)
}

func below(root, name string) (path string, inside bool) {
	rel, err := filepath.Rel(root, name)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}
