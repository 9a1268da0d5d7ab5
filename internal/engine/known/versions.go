package known

import (
	"strconv"
	"strings"
)

// Defaults are the limits of a program that sets none, in one version of controller-runtime and those after it.
type Defaults struct {
	// Minor is the first minor version of which this holds.
	Minor int
	// Choice says that UsePriorityQueue decides what the queues are.
	Choice bool
	// Priority says that a queue is a priority queue, whose default limiter backs off for each object and has no bucket. Else it hands
	// out requests in their order, and the default limiter has a bucket too.
	Priority bool
	// QPS and Burst are those of a rest.Config that GetConfig makes: requests a second, none if it is below 0.
	QPS, Burst int
}

// versions are the versions of controller-runtime in which defaults changed, in their order. TestVersions compares them with its code.
var versions = []Defaults{
	{Minor: 0, QPS: 20, Burst: 30},
	{Minor: 20, QPS: 20, Burst: 30, Choice: true},
	{Minor: 21, QPS: -1, Choice: true},
	{Minor: 23, QPS: -1, Choice: true, Priority: true},
}

// DefaultsOf returns the defaults of a version of controller-runtime, if the version is known. Those of a version newer than all that
// were looked at are taken for those of the newest.
func DefaultsOf(version string) (Defaults, bool) {
	minor, ok := Minor(version)
	of := versions[0]
	for _, d := range versions {
		if d.Minor <= minor {
			of = d
		}
	}
	return of, ok
}

// Minor returns the minor version of controller-runtime, if the version is known.
func Minor(version string) (int, bool) {
	parts := strings.SplitN(strings.TrimPrefix(version, "v"), ".", 3)
	if len(parts) < 2 || parts[0] != "0" {
		return 0, false
	}
	n, err := strconv.Atoi(parts[1])
	return n, err == nil
}
