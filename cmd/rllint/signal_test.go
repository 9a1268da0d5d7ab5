package main

import (
	"context"
	"errors"
	"os"
	"runtime"
	"syscall"
	"testing"
)

// TestAwaitSignal sends the test itself the signal to stop while a function runs that
// minds the context, and while one runs that does not.
func TestAwaitSignal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot send itself SIGTERM there")
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	stop := func() {
		if err := self.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
	}

	var by interruption
	err = awaitSignal(func(ctx context.Context) error {
		stop()
		<-ctx.Done()
		return ctx.Err()
	}, grace, func(code int) { t.Errorf("exit with %d, though the function stopped", code) })
	if !errors.As(err, &by) || by.code() != 143 {
		t.Errorf("a function that stops: %v", err)
	}

	codes := make(chan int, 1)
	err = awaitSignal(func(context.Context) error {
		stop()
		if code := <-codes; code != 143 {
			t.Errorf("a function that goes on: exit with %d", code)
		}
		return nil
	}, 0, func(code int) { codes <- code })
	if !errors.As(err, &by) {
		t.Errorf("a function that goes on: %v", err)
	}

	if err := awaitSignal(func(context.Context) error { return nil }, grace, nil); err != nil {
		t.Errorf("no signal: %v", err)
	}
}
