package inventory

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/rllint/rllint/internal/showing/printable"
)

// Limits are the attributes of a controller, in the order of their rules.
type Limits []Limit

// A Limit is one attribute of a controller.
type Limit struct {
	Key     string // the attribute's name, and the field's
	Verdict string
	Fields  []Field // what the attribute has beside
	Detail  string
	At      string // file:line, "" where not known

	// Unresolved says that the verdict is unknown because of code that does not type-check.
	Unresolved bool
}

// A Field is a further field of a limit.
type Field struct{ Name, Value string }

// Field returns the value of a further field, "" if there is none.
func (l Limit) Field(name string) string {
	for _, f := range l.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// MarshalJSON writes the controller with a field for each of its limits.
func (c Controller) MarshalJSON() ([]byte, error) {
	type plain Controller // without this method
	out, err := marshal(plain(c))
	if err != nil {
		return nil, err
	}
	out = bytes.TrimSuffix(out, []byte("}"))
	for _, l := range c.Limits {
		out = fmt.Appendf(out, ",%q:", l.Key)
		for i, f := range slices.Concat([]Field{{"verdict", l.Verdict}}, l.Fields, []Field{{"detail", l.Detail}, {"at", l.At}}) {
			value, err := marshal(f.Value)
			if err != nil {
				return nil, err
			}
			out = fmt.Appendf(out, "%c%q:%s", "{,"[min(i, 1)], f.Name, value)
		}
		out = append(out, '}')
	}
	return append(out, '}'), nil
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	err := printable.JSON(&b, v)
	return bytes.TrimSpace(b.Bytes()), err
}

// description is what the text form shows beside the verdict: what decided it, and a limiter's parameters.
func (l Limit) description() string {
	text := l.Detail
	if parameters := l.Field("parameters"); parameters != "" {
		text += ": " + parameters
	}
	if l.Field("jitter") == "no" {
		text += ", without jitter"
	}
	return text
}

// verdict is what the text form shows: the verdict with the number or the name it rests on.
func (l Limit) verdict() string {
	for _, f := range l.Fields {
		if f.Name != "level" && f.Name != "parameters" && f.Name != "manner" && f.Name != "jitter" && f.Value != "" {
			return l.Verdict + " " + f.Value
		}
	}
	return l.Verdict
}
