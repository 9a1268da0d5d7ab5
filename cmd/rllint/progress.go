package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// A progress line tells a person at a terminal that a long run is alive. On
// anything but a terminal it shows nothing.
type progress struct {
	w     io.Writer // nil if there is nobody to tell
	start time.Time
	shown bool
}

// quiet is how long a run may take before it says what it is doing.
const quiet = time.Second

func newProgress(stderr io.Writer) *progress {
	p := &progress{start: time.Now()}
	if f, ok := stderr.(*os.File); ok && isTerminal(f) {
		p.w = f
	}
	return p
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

func (p *progress) show(what string) {
	if p.w != nil {
		p.shown = true
		fmt.Fprintf(p.w, "\r\033[K%s", what)
	}
}

// count shows how many packages are done.
func (p *progress) count(done, total int) {
	if time.Since(p.start) > quiet {
		p.show(fmt.Sprintf("analysing packages: %d of %d", done, total))
	}
}

// clear removes the line, so that the findings start on an empty one.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
	}
}
