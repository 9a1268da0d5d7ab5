package report

import (
	"math"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/showing/printable"
)

// short writes a number for people, plain one that is set as it is, and factor how many times as much something is.
func short(x float64) string  { return rounded(x, 10) }
func plain(x float64) string  { return rounded(x, 100) }
func factor(x float64) string { return short(math.Round(10*x) / 10) }

// rounded writes a number without digits that say nothing: it is whole from so much on.
func rounded(x, whole float64) string {
	switch {
	case math.IsInf(x, 1):
		return "any number of"
	case x >= whole:
		return thousands(strconv.FormatFloat(math.Floor(x+0.5), 'f', 0, 64))
	}
	return strconv.FormatFloat(math.Floor(x*100+0.5)/100, 'f', -1, 64)
}

// thousands puts a comma before each three digits.
func thousands(digits string) string {
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(strconv.Itoa(n)) + " " + noun + "s"
}

func count(controllers int) string { return plural(controllers, "controller") }

// duration writes seconds for people; what is negative was not over within an hour.
func duration(s float64) string {
	if s < 0 {
		return "more than an hour"
	}
	return printable.Duration(s)
}
