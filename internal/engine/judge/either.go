package judge

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// A number that is one of several constants is the list of them, from the smallest to the largest: "1,5".
const separator = ","

// listed returns the value of a number that is one of several.
func listed(numbers []string) string {
	slices.SortFunc(numbers, func(a, b string) int {
		x, _ := strconv.ParseFloat(a, 64)
		y, _ := strconv.ParseFloat(b, 64)
		return cmp.Or(cmp.Compare(x, y), strings.Compare(a, b))
	})
	return strings.Join(slices.Compact(numbers), separator)
}

// Joined returns a number that is one of two, each of which may be one of several.
func Joined(x, y string) string { return listed(append(split(x), split(y)...)) }

// OneOf describes a number that is one of several.
func OneOf(list string) string { return "one of the constants " + strings.Join(split(list), ", ") }

// split is what listed was made of.
func split(list string) []string { return strings.Split(list, separator) }

// Either returns a number that may be one of several as people say it: "1 or 5".
func Either(list string) string { return strings.ReplaceAll(list, separator, " or ") }

// eitherLimit is Either for numbers below 0 that are no limit.
func eitherLimit(list string) string {
	all := split(list)
	for i := range all {
		if strings.HasPrefix(all[i], "-") {
			all[i] = "no limit"
		}
	}
	return strings.Replace(strings.Join(all, " or "), "no limit or", "no limit, or", 1)
}

// least is the smallest of what a number may be, 0 for what is none.
func least(list string) int {
	n, _ := strconv.Atoi(split(list)[0])
	return n
}

// negative reports whether a number is below 0, whichever of several it is.
func negative(list string) bool {
	all := split(list)
	return strings.HasPrefix(all[len(all)-1], "-")
}
