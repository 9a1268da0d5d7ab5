package inventory

import (
	"bytes"
	"encoding/json"
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
		fields := append([]Field{{"verdict", l.Verdict}}, l.Fields...)
		fields = append(fields, Field{"detail", l.Detail}, Field{"at", l.At})
		out = append(out, ',')
		if out, err = appendObject(out, l.Key, fields); err != nil {
			return nil, err
		}
	}
	return append(out, '}'), nil
}

// marshal leaves <, > and & as they are: the document is no part of a page.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// appendObject appends a member whose value is an object, in the order of its fields.
func appendObject(out []byte, key string, fields []Field) ([]byte, error) {
	out = append(out, '"')
	out = append(append(out, key...), '"', ':', '{')
	for i, f := range fields {
		if i > 0 {
			out = append(out, ',')
		}
		value, err := marshal(f.Value)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, '"'), f.Name...), '"', ':')
		out = append(out, value...)
	}
	return append(out, '}'), nil
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
