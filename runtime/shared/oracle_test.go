package shared

import (
	"fmt"
	"slices"
)

// exceeds looks for a window in which more was let through than burst tokens and
// what accrues in it at rate thousandths of a token a second. The moments are in
// nanoseconds. It is exact: for all windows that begin and end with a pass, which
// are the tightest, it compares whole numbers.
func exceeds(passes []int64, rate, burst int64) error {
	passes = slices.Clone(passes)
	slices.Sort(passes)
	const token = 1_000_000_000_000 // thousandths times nanoseconds
	// From pass i to pass j there are j-i+1, and burst*token + rate*(pj-pi) parts
	// were there for them. So j*token - rate*pj may be above the least such value
	// before it by burst-1 tokens.
	var least int64
	from := 0
	for j, at := range passes {
		level := int64(j)*token - rate*(at-passes[0])
		if j == 0 || level < least {
			least, from = level, j
		}
		if level-least > (burst-1)*token {
			return fmt.Errorf("%d passes in the %v ns from %d to %d: %.3f more than the limit",
				j-from+1, at-passes[from], passes[from], at, float64(level-least)/token-float64(burst-1))
		}
	}
	return nil
}
