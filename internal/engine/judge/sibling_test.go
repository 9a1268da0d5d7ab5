package judge

import (
	"fmt"
	"testing"

	"github.com/rllint/rllint/internal/engine/host"
)

// TestMost holds RL2004 to the shares of a program's controllers from which it speaks.
func TestMost(t *testing.T) {
	one, alike, set := source{}, source{alike: true}, source{set: true}
	for _, test := range []struct {
		source    source
		have, all int
		want      bool
	}{
		{one, 3, 4, true}, {one, 2, 2, false}, {one, 3, 5, false}, {one, 6, 8, true}, {one, 5, 7, false},
		{alike, 7, 8, true}, {alike, 6, 6, false}, {alike, 7, 9, false}, {alike, 14, 16, true}, {alike, 13, 15, false},
		{set, 8, 16, true}, {set, 8, 17, false}, {set, 7, 14, false}, {set, 3, 4, true},
	} {
		t.Run(fmt.Sprintf("%+v %d of %d", test.source, test.have, test.all), func(t *testing.T) {
			if got := test.source.most(test.have, test.all); got != test.want {
				t.Errorf("most is %v, want %v", got, test.want)
			}
		})
	}
}

// TestCalledOr leaves out what code that cannot be followed may set up, where enough is set up by calls.
func TestCalledOr(t *testing.T) {
	for called, want := range map[int]int{leastSiblings: leastSiblings + 2, leastSiblings + 1: leastSiblings + 1} {
		list := []*host.Controller{{Swept: true}, {Swept: true}}
		for range called {
			list = append(list, &host.Controller{})
		}
		if got := len(calledOr(list)); got != want {
			t.Errorf("%d of %d that are called are compared, want %d", got, called, want)
		}
	}
}
