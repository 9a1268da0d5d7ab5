package main

import (
	"os"
	"os/signal"
	"syscall"
)

// blockedGo stands for a go command that downloads for minutes. It says so in the pipe called
// started and ends only when it is told to, which it notes in the file called ended.
func blockedGo() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		// There may be several at a time, and the script may have read enough.
		if pipe, err := os.OpenFile("started", os.O_WRONLY, 0); err == nil {
			pipe.Close()
		}
	}()
	<-signals
	if err := os.WriteFile("ended", nil, 0o600); err != nil {
		os.Exit(3)
	}
	os.Exit(1)
}
