//go:build !unix

package store

import "os"

// private reports whether a file or folder is the current user's and nobody else may write to it.
// Where permissions are not bits, the folder that the system has for a user's caches is taken to be.
func private(os.FileInfo) bool { return true }
