package integration

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// TestGetRelease checks that the action takes the program of a release that is there, builds where there is none, and
// takes nothing that is not what the release names.
func TestGetRelease(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the releases in this test are for systems with tar")
	}
	releases := t.TempDir()
	archive := fmt.Sprintf("rllint_0.1.0_%s_%s.tar.gz", runtime.GOOS, runtime.GOARCH)
	program := []byte("#!/bin/sh\necho released\n")
	var packed bytes.Buffer
	zipped := gzip.NewWriter(&packed)
	files := tar.NewWriter(zipped)
	if err := files.WriteHeader(&tar.Header{Name: "rllint", Mode: 0o755, Size: int64(len(program))}); err != nil {
		t.Fatal(err)
	}
	for _, step := range []func() error{func() error { _, err := files.Write(program); return err }, files.Close, zipped.Close} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	for version, sum := range map[string][32]byte{"v0.1.0": sha256.Sum256(packed.Bytes()),
		"v0.1.0-changed": sha256.Sum256([]byte("another"))} {
		dir := filepath.Join(releases, version)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		name := archive
		if version != "v0.1.0" {
			name = fmt.Sprintf("rllint_0.1.0-changed_%s_%s.tar.gz", runtime.GOOS, runtime.GOARCH)
		}
		for file, content := range map[string][]byte{name: packed.Bytes(), "checksums.txt": fmt.Appendf(nil, "%x  %s\n", sum, name)} {
			if err := os.WriteFile(filepath.Join(dir, file), content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for version, want := range map[string]int{"v0.1.0": 0, "v0.1.0-changed": 1, "v0.2.0": 3, "latest": 3, "main": 3, "": 3} {
		folder := t.TempDir()
		cmd := exec.Command("../.ci/get-release", version, folder)
		cmd.Env = append(os.Environ(), "RELEASES=file://"+releases)
		out, err := cmd.CombinedOutput()
		got := 0
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			got = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("release %q: exit code %d, want %d:\n%s", version, got, want, out)
		}
		said, err := exec.Command(filepath.Join(folder, "rllint")).Output()
		if has := err == nil && string(said) == "released\n"; has != (want == 0) {
			t.Errorf("release %q: the program is there: %v", version, has)
		}
	}
}
