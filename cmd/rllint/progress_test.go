package main

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestProgress checks what people are told of a run of 70 seconds.
func TestProgress(t *testing.T) {
	for _, test := range []struct {
		name     string
		terminal bool
		want     []string
	}{
		{"log", false, []string{
			"rllint: after 30s: " + loading + "\n",
			"rllint: after 1m0s: analysing packages: 3 of 9 done\n",
		}},
		{"terminal", true, []string{
			"\r\033[K" + loading + " (1s)\r\033[K" + loading + " (2s)",
			"\r\033[Kanalysing packages: 3 of 9 done (1m9s)\r\033[K",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var out strings.Builder
				p := newProgress(&out, test.terminal)
				p.wait.Go(p.tell)
				time.Sleep(40*time.Second + time.Millisecond)
				p.count(3, 9)
				time.Sleep(29*time.Second + 500*time.Millisecond)
				p.stop()
				for _, want := range test.want {
					if strings.Count(out.String(), want) != 1 {
						t.Errorf("%q is not there once: %q", want, out.String())
					}
				}
				if !test.terminal && out.String() != strings.Join(test.want, "") {
					t.Errorf("a log gets more than a line every 30 s: %q", out.String())
				}
			})
		})
	}
}

// TestProgressOfAShortRun checks that a run of less than a second leaves no trace.
func TestProgressOfAShortRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		p := newProgress(&out, true)
		p.wait.Go(p.tell)
		time.Sleep(quiet - time.Millisecond)
		p.stop()
		if out.Len() > 0 {
			t.Errorf("it shows %q", out.String())
		}
	})
}
