//go:build unix

package driver_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"

	"github.com/rllint/rllint/internal/driving/store"
)

// The environment of a process that analyses a module for a test: the folders of the module and of the store, and
// how many bytes its files may have, which stands for a disk that is full.
const (
	childModule = "RLLINT_TEST_MODULE"
	childStore  = "RLLINT_TEST_STORE"
	childLimit  = "RLLINT_TEST_LIMIT"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childModule); dir != "" {
		os.Exit(child(dir))
	}
	os.Exit(m.Run())
}

func child(dir string) int {
	if limit, err := strconv.ParseUint(os.Getenv(childLimit), 10, 64); err == nil {
		var now syscall.Rlimit
		if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &now); err != nil {
			return 2
		}
		now.Cur = limit
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &now); err != nil {
			return 2
		}
	}
	s, err := store.Open(os.Getenv(childStore))
	if err != nil {
		return 2
	}
	m := &module{t: new(testing.T), dir: dir, env: moduleEnv(), patterns: []string{"./..."}, probe: newProbe()}
	text, _ := m.run(s)
	fmt.Print(text)
	return 0
}

func (m *module) child(env ...string) (*exec.Cmd, *bytes.Buffer) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), append(env, childModule+"="+m.dir, childStore+"="+m.store.Dir())...)
	out := new(bytes.Buffer)
	cmd.Stdout = out
	return cmd, out
}

// files counts what a process has begun to write.
func files(dir string) (n int) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return nil // a file may go while it is looked at
	})
	return n
}

// A process that is killed at any moment leaves nothing that changes an answer.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills some two dozen processes")
	}
	m := newModule(t, program)
	want, _ := m.run(m.store)
	total, killed := files(m.store.Dir()), 0
	for n := 1; n <= total; n++ {
		if err := os.RemoveAll(m.store.Dir()); err != nil {
			t.Fatal(err)
		}
		cmd, _ := m.child()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if err := killAt(cmd, func() bool { return files(m.store.Dir()) >= n }); err != nil {
			killed++
		}
		if got, _ := m.run(m.store); got != want {
			t.Errorf("after a process was killed that had written %d files: got\n%s\nwant\n%s", n, got, want)
		}
	}
	t.Logf("%d of %d processes were killed before they were done", killed, total)
	if killed == 0 {
		t.Error("no process was killed")
	}
}

// killAt kills a process when it is time, and returns an error if it had not ended by itself.
func killAt(cmd *exec.Cmd, time func() bool) error {
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			return err
		default:
			if time() {
				_ = cmd.Process.Kill() // it may have ended
				return <-ended
			}
			runtime.Gosched()
		}
	}
}

// On a full disk all is found, and what could not be written whole is not there.
func TestFullDisk(t *testing.T) {
	m := newModule(t, program)
	want, _ := m.run(nil)
	path := "PATH=" + unlimitedGo(t) + string(os.PathListSeparator) + os.Getenv("PATH")
	for _, limit := range []int{0, 1, 100, 300, 1000, 2100} {
		cmd, out := m.child(childLimit+"="+strconv.Itoa(limit), path)
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("with room for %d bytes: got\n%s\nwant\n%s", limit, out, want)
		}
		m.eachEntry(func(name string) {
			if info, err := os.Stat(name); err == nil && info.Size() > int64(limit) {
				t.Errorf("with room for %d bytes there is a file of %d", limit, info.Size())
			}
		})
		if got, _ := m.run(m.store); got != want {
			t.Errorf("with room again: got\n%s\nwant\n%s", got, want)
		}
		if err := os.RemoveAll(m.store.Dir()); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(m.store.Dir(), 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// unlimitedGo returns a folder with a go command that has room although the process that starts it has none. It keeps
// an index of folders that have not changed for two seconds, so that on a slow machine it would fail where it
// does not on a fast one.
func unlimitedGo(t *testing.T) string {
	t.Helper()
	real, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script := "#!/bin/sh\nulimit -S -f \"$(ulimit -H -f)\"\nexec '" + real + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}
