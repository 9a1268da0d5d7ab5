package inventory

import (
	"bytes"
	"strings"
	"testing"
)

// under returns a document with one controller that sets nothing, built with a version of controller-runtime; old is without what
// older inventories do not have.
func under(t *testing.T, version, kind, parameters, client string, old bool) Document {
	t.Helper()
	c := Controller{File: "main.go", Line: 30, Package: "m", Name: "pod", Main: "m", Constructor: "Complete", Version: version}
	c.Limits = Limits{{Key: "limiter", Verdict: "unset", Fields: []Field{{"parameters", parameters}}}, {Key: "queue", Verdict: kind},
		{Key: "client", Verdict: client}}
	if old {
		c.Limits[0].Fields[0].Value = ""
		c.Limits = append(c.Limits[:1], c.Limits[2])
	}
	return Document{Schema: Schema, Controllers: []Controller{c}}
}

const (
	withBucket = "back-off 5ms to 16m40s, bucket 10/s burst 100"
	noBucket   = "back-off 5ms to 16m40s, no bucket"
)

// What changes with a version of controller-runtime is a change of the limits, though no line of the program changed. An inventory
// that was written before it had the kind of queue has the defaults of its version.
func TestUpdate(t *testing.T) {
	const queue = "controller-runtime was v0.22.4, is v0.25.2. Queues go by priority, and without Options.RateLimiter they have no bucket " +
		"of 10 retries a second"
	for _, test := range []struct {
		name         string
		older, now   Document
		wants, never []string
	}{
		{"the queue", under(t, "v0.22.4", "first come", withBucket, "unlimited", false),
			under(t, "v0.25.2", "priority", noBucket, "unlimited", false),
			[]string{"limiter was unset " + withBucket + ", is unset " + noBucket, "queue was first come, is priority", queue,
				"UsePriorityQueue: false", "1 limited differently"},
			[]string{"No controller is new", "GetConfig"}},
		{"the queue, of an older inventory", under(t, "v0.22.4", "", "", "unlimited", true),
			under(t, "v0.25.2", "priority", noBucket, "unlimited", false),
			[]string{"limiter was unset " + withBucket + ", is unset " + noBucket, "queue was first come, is priority",
				queue}, []string{"No controller is new"}},
		{"nothing, of an older inventory", under(t, "v0.25.2", "", "", "unlimited", true),
			under(t, "v0.25.2", "priority", noBucket, "unlimited", false),
			[]string{"No controller is new, gone or limited differently"}, []string{"controller-runtime was"}},
		{"the client", under(t, "v0.20.4", "first come", withBucket, "default", false),
			under(t, "v0.22.4", "first come", withBucket, "unlimited", false),
			[]string{"client was default, is unlimited", "A rest.Config of GetConfig has no limit of requests; it had 20 requests a second " +
				"(burst 30)."}, []string{"Queues go"}},
		{"nothing that counts", under(t, "v0.23.1", "priority", noBucket, "unlimited", false),
			under(t, "v0.25.2", "priority", noBucket, "unlimited", false),
			[]string{"No controller is new, gone or limited differently"}, []string{"controller-runtime was"}},
		{"back", under(t, "v0.25.2", "priority", noBucket, "unlimited", false), under(t, "v0.22.4", "first come", withBucket, "unlimited", false),
			[]string{"Queues go by the order of arrival"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			older, err := test.older.older()
			if err != nil {
				t.Fatal(err)
			}
			changes, err := test.now.Against(older, "main")
			if err != nil {
				t.Fatal(err)
			}
			for _, write := range []func(*bytes.Buffer) error{
				func(b *bytes.Buffer) error { return changes.Text(b) },
				func(b *bytes.Buffer) error { return changes.Markdown(b) },
			} {
				var b bytes.Buffer
				if err := write(&b); err != nil {
					t.Fatal(err)
				}
				text := strings.NewReplacer(" | ", " ", "\\", "").Replace(b.String())
				for _, want := range test.wants {
					table := strings.NewReplacer(" was ", " ", ", is ", " ").Replace(want) // as a table has it
					if !strings.Contains(text, want) && !strings.Contains(text, table) {
						t.Errorf("%q is not in\n%s", want, text)
					}
				}
				for _, never := range test.never {
					if strings.Contains(text, never) {
						t.Errorf("%q is in\n%s", never, text)
					}
				}
			}
		})
	}
}
