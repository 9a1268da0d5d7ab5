package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
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

// grace is the time after a signal in which what was begun may stop by itself.
const grace = 2 * time.Second

// untilSignal calls f, which runs the go command and analyses programs. The first signal to
// stop ends the context: the go command, which may be downloading for minutes, is stopped and not left
// behind. An analysis that goes on for longer than the grace is given up; what it keeps for later
// runs is written whole or not at all. Outside of f signals do what they always do.
func untilSignal(f func(context.Context) error) error { return awaitSignal(f, grace, beforeExit.exit) }

func awaitSignal(f func(context.Context) error, grace time.Duration, exit func(int)) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals) // a second one is obeyed at once
			by := interruption{s}
			cancel(by)
			select {
			case <-done:
			case <-time.After(grace):
				fmt.Fprintln(os.Stderr, "rllint:", by)
				exit(by.code())
			}
		case <-done:
		}
	}()
	err := f(ctx)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
