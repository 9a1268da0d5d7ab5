package ratelimiter

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/log"
)

const (
	// watchPeriod is how often a settings file is read. The kubelet itself takes up
	// to a minute to bring a changed ConfigMap to a mounted file.
	watchPeriod = 5 * time.Second

	// maxSettings bounds a settings file, as the API server bounds a ConfigMap.
	maxSettings = 1 << 20
)

// WatchFile applies the settings of a file while the manager runs, such as a
// ConfigMap that is mounted. It reads the file when the manager starts and every
// five seconds. The file may say, in YAML or JSON:
//
//	maxReconcileRate: 20      # as SetMaxReconcileRate
//	paused: false             # as Pause
//	weights:                  # of controllers, 1 to 720, instead of WithWeight
//	  bucket: 3
//	classes:                  # those made WithName
//	  cloud:
//	    rate: 5               # as SetLimit
//	    burst: 50
//	    paused: false
//
// What the file does not say is as the program made it, and so is everything while
// there is no file. What it says holds, whatever the program sets meanwhile. What the
// file or the program has paused is paused. The numbers of workers stay what they
// were.
//
// A change holds once the file was read twice with the same content. Content that
// cannot be used changes nothing, nor does content with several documents or with a
// name that has no value. A line in controller-runtime's log and the metric
// reconcile_limiter_settings_refused say so. It is an error if the content is wrong
// already when WatchFile is called, if New did not make the limits, or if the
// manager refuses the watcher.
func (l *Limits) WatchFile(m runnableAdder, path string) error {
	if !l.made() {
		return errNoLimits
	}
	if isNil(m) {
		return fmt.Errorf("cannot watch %s: the manager is nil", path)
	}
	content, err := readSettings(path)
	if err == nil {
		_, err = parseSettings(content)
	}
	if err != nil {
		return fmt.Errorf("cannot use the limits in %s: %w", path, err)
	}
	return m.Add(&watcher{limits: l, path: path, next: content})
}

// readSettings returns the content of a file, nothing if there is none.
func readSettings(path string) ([]byte, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, maxSettings+1))
	if err == nil && len(content) > maxSettings {
		err = fmt.Errorf("it is longer than %d bytes", maxSettings)
	}
	return content, err
}

// watcher makes the content of a file hold.
type watcher struct {
	everywhere
	limits *Limits
	path   string

	content []byte // that was applied or refused last
	next    []byte // that was read last
	failure string // to read it
}

// Start implements manager.Runnable.
func (w *watcher) Start(ctx context.Context) error {
	reportSettings(w.path, false)
	ticker := time.NewTicker(watchPeriod)
	defer ticker.Stop()
	for {
		w.look()
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// look reads the file and applies what has changed.
func (w *watcher) look() {
	logger := log.Log.WithName("ratelimiter").WithValues("file", w.path)
	content, err := readSettings(w.path)
	if err != nil {
		if w.failure != err.Error() {
			w.failure = err.Error()
			logger.Error(err, "Cannot read the limits; those that hold stay")
			reportSettings(w.path, true)
		}
		return
	}
	before := w.next
	w.next = content
	if w.failure == "" && bytes.Equal(content, w.content) {
		return
	}
	if !bytes.Equal(content, before) {
		return // somebody may be writing it
	}
	w.content, w.failure = content, ""
	s, err := parseSettings(content)
	var missing []string
	if err == nil {
		missing, err = w.limits.apply(s)
	}
	reportSettings(w.path, err != nil)
	if err != nil {
		logger.Error(err, "Cannot use the limits; those that hold stay")
		return
	}
	logger.Info("Limits hold from now on", "maxReconcileRate", w.limits.global.state().rate)
	if len(missing) > 0 {
		logger.Info("Weights wait for controllers that are not there yet", "controllers", missing)
	}
}
