//go:build unix

package store

import (
	"os"
	"syscall"
)

// private reports whether a file or folder is the current user's and nobody else may write to it.
func private(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid() && info.Mode().Perm()&0o022 == 0
}
