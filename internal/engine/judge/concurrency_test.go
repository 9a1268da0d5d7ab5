package judge

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/value"
)

// TestManagersNumber asks for the workers of controllers that set none, made with a manager that nobody knows: up to v0.14 it sets a
// number only for kinds, and so none for what is for no kind.
func TestManagersNumber(t *testing.T) {
	for _, test := range []struct {
		version string
		hasFor  bool
		want    Verdict
	}{
		{"v0.14.6", false, Unset}, {"v0.14.6", true, Unknown}, {"v0.15.0", false, Unknown}, {"", false, Unknown},
	} {
		rec := &host.Controller{ManagerOpen: true, HasFor: test.hasFor}
		ownNumber.Set(&rec.Record, value.Value(value.Zero{}))
		j := &Judge{Program: &Program{Host: &host.Host{Version: test.version}}}
		if got := j.concurrency(rec).Verdict; got != test.want {
			t.Errorf("%q, for a kind %v: %q, want %q", test.version, test.hasFor, got, test.want)
		}
	}
}
