package main

import (
	"os"
	"sync"
)

// An exitHook is what is done before the program ends in the middle of something.
type exitHook struct {
	mu      sync.Mutex
	f       func()
	folders map[string]bool
}

var beforeExit exitHook

func (h *exitHook) set(f func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.f = f
}

// folder makes a temporary folder, which goes when the program ends, if it is not removed before.
func (h *exitHook) folder() (dir string, remove func(), err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if dir, err = os.MkdirTemp("", "rllint-"); err != nil {
		return "", nil, err
	}
	if h.folders == nil {
		h.folders = make(map[string]bool)
	}
	h.folders[dir] = true
	return dir, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.folders, dir)
		_ = os.RemoveAll(dir)
	}, nil
}

func (h *exitHook) exit(code int) {
	h.clean()
	os.Exit(code)
}

// clean does what is left to do. Nothing begins any more.
func (h *exitHook) clean() {
	h.mu.Lock()
	if h.f != nil {
		h.f()
	}
	for dir := range h.folders {
		_ = os.RemoveAll(dir)
	}
}
