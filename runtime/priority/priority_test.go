package priority

import "testing"

func TestPrioritiesOfAllVersions(t *testing.T) {
	three := 3
	for _, test := range []struct {
		priority any
		want     int
	}{{2, 2}, {&three, 3}, {(*int)(nil), 0}, {"?", 0}} {
		if got := valueOf(test.priority); got != test.want {
			t.Errorf("%v gave %d, want %d", test.priority, got, test.want)
		}
	}
}
