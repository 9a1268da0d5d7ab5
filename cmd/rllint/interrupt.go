package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// An interruption is the signal that ended the program.
type interruption struct{ signal os.Signal }

func (i interruption) Error() string { return fmt.Sprintf("stopped by a signal: %v", i.signal) }

// code is the exit code by which shells recognise the signal.
func (i interruption) code() int {
	if number, ok := i.signal.(syscall.Signal); ok {
		return 128 + int(number)
	}
	return failed
}

// untilSignal calls f, which runs the go command. The first signal to stop ends the
// context: the go command, which may be downloading for minutes, is stopped and not left
// behind. Outside of f signals do what they always do.
func untilSignal(f func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals) // a second one is obeyed at once
			cancel(interruption{s})
		case <-ctx.Done():
		}
	}()
	err := f(ctx)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
