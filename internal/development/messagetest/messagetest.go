// Package messagetest checks the sentences that rules report.
package messagetest

import "testing"

// Run checks that a rule says of each thing that it finds the sentence which is its key.
func Run[Found any](t *testing.T, message func(Found) string, wants map[string]Found) {
	t.Helper()
	for want, found := range wants {
		if got := message(found); got != want {
			t.Errorf("the message is\n%s\nwant\n%s", got, want)
		}
	}
}
