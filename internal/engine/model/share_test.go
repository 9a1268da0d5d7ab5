package model

import (
	"strconv"
	"testing"
)

// However many main packages there are, together they take no more than a few may: what some are given once more is what all have
// left.
func TestSharesAddUp(t *testing.T) {
	for _, mains := range []int{1, 3, 4, 9, 12, 13, 40, 200} {
		first := firstShare(mains)
		for _, needy := range []int{0, 1, 2, mains / 3, mains - 1, mains} {
			if needy < 0 || needy > mains {
				continue
			}
			list := make(map[string]took)
			for i := range mains {
				t := took{work: first / 100}
				if i < needy {
					t = took{work: first, all: true}
				}
				list[strconv.Itoa(i)] = t
			}
			total, most := restShare(first, list)*needy, wholeShares*wholeWork
			for _, t := range list {
				total += t.work
			}
			if mains > wholeShares && total > most {
				t.Errorf("%d main packages, of which %d need more, take %d of %d", mains, needy, total, most)
			}
			if share := restShare(first, list); mains > wholeShares && needy == 1 && share < wholeWork {
				t.Errorf("the one that needs more of %d main packages gets %d of %d", mains, share, wholeWork)
			}
		}
	}
}
