package model

import (
	"strings"
	"testing"
)

// TestClientDefault checks what a message says of a client without QPS, by what made its config and the version of controller-runtime.
func TestClientDefault(t *testing.T) {
	const own = "controller-runtime/pkg/client/config.GetConfig"
	for _, c := range []struct{ detail, version, want string }{
		{"rest.InClusterConfig", "v0.23.1", "client-go then makes 5 requests a second (burst 10) for each kind of object"},
		{own, "", "the library's default applies"},
		{own, "v0.20.4", "with controller-runtime v0.20.4 it then makes 20 requests a second (burst 30) for each kind of object"},
		{own, "v0.21.0", "with controller-runtime v0.21.0 nothing then limits its requests"},
	} {
		cause := Cause{Detail: c.detail}
		if c.version != "" {
			cause.Reaches = []*Controller{{Version: c.version}}
		}
		if got := cause.ClientDefault(); !strings.HasPrefix(got, "its QPS is not set, and "+c.want) {
			t.Errorf("%s of %q: %s\nwant %s", c.detail, c.version, got, c.want)
		}
	}
}

// TestRefusesNames checks from which version on controller-runtime makes no second controller of a name.
func TestRefusesNames(t *testing.T) {
	for version, want := range map[string]bool{"v0.18.5": false, "v0.19.0": true, "": false} {
		if got, refuses := (&Cause{Reaches: []*Controller{{Version: version}}}).RefusesNames(); refuses != want || want && got != version {
			t.Errorf("%q: %q, %v", version, got, refuses)
		}
	}
	if _, refuses := new(Cause).RefusesNames(); refuses {
		t.Error("a cause without controllers refuses names")
	}
}
