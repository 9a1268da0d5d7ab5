package printable

import (
	"fmt"
	"math"
	"strconv"
)

// Duration writes seconds for people: 5 ms, 1.5 s, 16 min 40 s, 1 h 10 min.
func Duration(seconds float64) string {
	switch {
	case seconds < 0.0005:
		return "under 1 ms"
	case seconds < 0.9995:
		return strconv.FormatFloat(math.Floor(seconds*1000+0.5), 'f', 0, 64) + " ms"
	case seconds < 9.995:
		return strconv.FormatFloat(math.Floor(seconds*100+0.5)/100, 'f', -1, 64) + " s"
	case seconds < 59.5:
		return strconv.FormatFloat(math.Floor(seconds+0.5), 'f', 0, 64) + " s"
	case seconds < 3599.5:
		return units(int(math.Floor(seconds+0.5)), 60, "min", "s")
	}
	return units(int(math.Floor(seconds/60+0.5)), 60, "h", "min")
}

// units writes n small units as large and small ones.
func units(n, size int, large, small string) string {
	if n%size == 0 {
		return fmt.Sprintf("%d %s", n/size, large)
	}
	return fmt.Sprintf("%d %s %d %s", n/size, large, n%size, small)
}
