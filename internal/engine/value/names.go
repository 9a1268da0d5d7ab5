package value

import "strings"

// maxName is how long names of values grow, in bytes: a loop may follow a linked list for as many rounds as it counts.
const maxName = 2000

// Part returns what is reached from the argument by a selection, such as .Name or [], of which last is the field.
func (p *Param) Part(selection, last string) Value {
	if len(p.Name) >= maxName {
		return &Unknown{Why: "what lies deeper in an argument than is followed", Name: last, Last: last, Deps: []Value{p}}
	}
	part := &Param{Name: p.Name + selection, Last: last}
	if whole := p.Of; whole != nil {
		all, of := whole, whole.Name+selection
		for all.in != nil {
			all = all.in
		}
		all.Looked = append(all.Looked, strings.TrimPrefix(of, all.Name))
		part.Name = of
		if whole.Differs {
			part.Name, part.Of = p.Name+selection, &Whole{Name: of, Differs: true, in: whole}
		}
	}
	return part
}

// Element returns the index of what is reached from u by one more, such as [0].
func (u *Unknown) Element(index string) string {
	if len(u.Index) >= maxName {
		return u.Index
	}
	return u.Index + index
}

// settingName is the name a setting has for users: what the struct tag says, else
// the field's own.
func settingName(field, tag string) string {
	for pair := range strings.FieldsSeq(tag) {
		switch key, value, _ := strings.Cut(pair, `:"`); key {
		case "name", "long", "flag", "env", "envconfig", "mapstructure", "json", "yaml", "arg", "koanf", "toml":
			value, _, _ = strings.Cut(strings.TrimSuffix(value, `"`), ",")
			if value != "" && value != "-" {
				return value
			}
		}
	}
	return field
}
