package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/rllint/rllint/internal/showing/terminal"
)

// A progress tells people that a long run is alive: on a terminal by a line that
// changes, elsewhere by a line now and then.
type progress struct {
	w        io.Writer
	terminal bool
	start    time.Time
	ended    chan struct{}
	wait     sync.WaitGroup

	mu    sync.Mutex
	stage string
	shown bool
}

// How long a run may take before it says what it is doing, and how often it says so
// where it cannot change a line.
const (
	quiet    = time.Second
	interval = 30 * time.Second
)

// loading is said of the time before the first package is analysed, nearly all of which
// is the go command's.
const loading = "loading packages: the go command downloads the modules that its cache lacks"

func startProgress(stderr io.Writer) *progress {
	p := newProgress(stderr, terminal.Is(stderr))
	p.wait.Go(p.tell)
	return p
}

func newProgress(w io.Writer, isTerminal bool) *progress {
	return &progress{w: w, terminal: isTerminal, start: time.Now(), ended: make(chan struct{}), stage: loading}
}

// tell shows the stage until the run is over.
func (p *progress) tell() {
	every := interval
	if p.terminal {
		every = quiet
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			p.show()
		case <-p.ended:
			return
		}
	}
}

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	took := time.Since(p.start).Round(time.Second)
	if p.terminal {
		p.shown = true
		fmt.Fprintf(p.w, "\r\033[K%s (%v)", p.stage, took)
		return
	}
	fmt.Fprintf(p.w, "rllint: after %v: %s\n", took, p.stage)
}

// count notes how many packages are done.
func (p *progress) count(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stage = fmt.Sprintf("analysing packages: %d of %d done", done, total)
}

// stop removes the line, so that the findings start on an empty one.
func (p *progress) stop() {
	close(p.ended)
	p.wait.Wait()
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
	}
}
