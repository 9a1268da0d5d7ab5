//go:build go1.25

package ratelimiter

import (
	"strings"
	"sync"
	"testing"

	"github.com/go-logr/logr/funcr"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// logged are the lines that went to controller-runtime's logger.
var logged struct {
	once  sync.Once
	mu    sync.Mutex
	lines []string
}

// startLogging returns a function that counts the lines with that text since.
func startLogging(t *testing.T) (count func(text string) int) {
	t.Helper()
	logged.once.Do(func() {
		log.SetLogger(funcr.New(func(prefix, args string) {
			logged.mu.Lock()
			defer logged.mu.Unlock()
			logged.lines = append(logged.lines, prefix+" "+args)
		}, funcr.Options{}))
	})
	logged.mu.Lock()
	defer logged.mu.Unlock()
	from := len(logged.lines)
	return func(text string) (n int) {
		logged.mu.Lock()
		defer logged.mu.Unlock()
		for _, line := range logged.lines[from:] {
			if strings.Contains(line, text) {
				n++
			}
		}
		return n
	}
}
