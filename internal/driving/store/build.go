package store

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
)

// Build tells this program from all others, so that no program trusts what another worked out: it
// is the version of a release with those of its modules, else the hash of the program's file.
var Build = sync.OnceValues(func() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok && released(info.Main.Version) {
		return info.String(), nil
	}
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
})

// released reports whether a module version always stands for the same source.
func released(version string) bool {
	return strings.HasPrefix(version, "v") && !strings.Contains(version, "+")
}
