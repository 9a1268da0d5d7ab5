package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/rllint/rllint/internal/changing/edit"
)

// An editing is what a command has changed in files, so that it can be taken back.
type editing struct {
	dir    string // names of files are shown as seen from there
	stderr io.Writer

	mu      sync.Mutex
	files   []edit.File    // as they were and are, in the order in which they were changed
	others  []func() error // that restore what the go command changes
	signals chan os.Signal
	undone  bool
}

// write changes a file. It does not if a signal to stop has come.
func (e *editing) write(f edit.File) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	select {
	case s := <-e.signals:
		return interruption{s}
	default:
	}
	err := f.Write()
	if err == nil {
		e.files = append(e.files, f)
	}
	return err
}

// keep notes what a file is that the go command may change, or that it is not there.
func (e *editing) keep(name string) {
	before, err := os.ReadFile(name)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.others = append(e.others, func() error {
		if errors.Is(err, fs.ErrNotExist) {
			if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			return nil
		}
		if now, _ := os.ReadFile(name); bytes.Equal(now, before) {
			return nil
		}
		return os.WriteFile(name, before, 0o666)
	})
}

// restore makes the files what they were, and says so.
func (e *editing) restore() {
	if n := e.undo(); n > 0 {
		fmt.Fprintf(e.stderr, "rllint: %s as before; nothing is changed\n", isOrAre(n, "changed file"))
	}
}

// undo makes the files what they were, and returns how many it were.
func (e *editing) undo() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.undone {
		return 0
	}
	e.undone = true
	for _, other := range e.others {
		if err := other(); err != nil {
			fmt.Fprintf(e.stderr, "rllint: a changed file cannot be restored: %v\n", err)
		}
	}
	names := make(map[string]bool)
	for i := len(e.files) - 1; i >= 0; i-- {
		f := e.files[i]
		if err := f.Restore(); err != nil {
			fmt.Fprintf(e.stderr, "rllint: %s is changed and cannot be restored: %v\n", relative(f.Name, e.dir), err)
			continue
		}
		names[f.Name] = true
	}
	return len(names)
}

// guard calls f, which changes files. A signal to stop that comes meanwhile ends what goes on, and the files become
// what they were before.
func (e *editing) guard(f func() error) error {
	e.signals = make(chan os.Signal, 1)
	signal.Notify(e.signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(e.signals)
	beforeExit.set(e.restore)
	defer beforeExit.set(nil)
	err := f()
	if !interrupted(err) {
		select {
		case s := <-e.signals: // it came while nothing else listened
			err = interruption{s}
		default:
			return err
		}
	}
	e.restore()
	return err
}
