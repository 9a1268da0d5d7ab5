package judge

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// parameters returns what limiters were given, for people, such as
// "back-off 1s to 1m0s, bucket 10/s burst 100"; "" where none of them is known.
func parameters(limiters []*host.Limiter) string {
	var list []string
	for _, l := range limiters {
		if text := parametersOf(l); text != "" && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return strings.Join(list, ", ")
}

func parametersOf(l *host.Limiter) string {
	switch {
	case l.Kind == known.DefaultOfItems:
		return "back-off 5ms to 16m40s"
	case l.Kind == known.DefaultOfQueue:
		return "back-off 5ms to 16m40s, bucket 10/s burst 100"
	case len(l.Args) < 2:
		return ""
	case l.Kind == known.Exponential:
		return "back-off " + duration(l.Args[0]) + " to " + duration(l.Args[1])
	case l.Kind == known.FastSlow:
		return "back-off " + duration(l.Args[0]) + ", later " + duration(l.Args[1])
	case l.Kind == known.Bucket:
		return "bucket " + quantity(l.Args[0]) + "/s burst " + quantity(l.Args[1])
	}
	return ""
}

func duration(v value.Value) string {
	if n, ok := number(v); ok {
		return delay(n)
	}
	return value.Text(v)
}

func quantity(v value.Value) string {
	if n, ok := value.NumberText(v); ok {
		return n
	}
	return "(" + value.Text(v) + ")"
}
