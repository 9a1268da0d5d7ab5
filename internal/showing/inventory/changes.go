package inventory

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Changes are what is different between two inventories.
type Changes struct {
	Against string    `json:"against"` // what the older one is called
	New     []Change  `json:"new"`
	Gone    []Change  `json:"gone"`
	Changed []Changed `json:"changed"`
	Updates []Update  `json:"updates"` // of controller-runtime that are among the reasons
}

// A Change is a controller that only one of the inventories has.
type Change struct {
	Name string `json:"name"`
	At   string `json:"at"` // file:line
}

// Changed is a controller that is limited differently.
type Changed struct {
	Name    string        `json:"name"`
	At      string        `json:"at"`
	Package string        `json:"package"`
	Limits  []ChangedFrom `json:"limits"`
}

// ChangedFrom is one limit before and after.
type ChangedFrom struct {
	Key    string `json:"key"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Empty reports whether nothing is different.
func (c Changes) Empty() bool { return len(c.New)+len(c.Gone)+len(c.Changed) == 0 }

// An Older is an inventory that was read from its JSON form, of this schema or the one before.
type Older struct {
	Controllers []map[string]json.RawMessage `json:"controllers"`
}

// ReadJSON reads an inventory that WriteJSON wrote.
func ReadJSON(r io.Reader) (Older, error) {
	var doc struct {
		Schema string `json:"schema"`
		Older
	}
	if err := json.NewDecoder(r).Decode(&doc); err != nil {
		return Older{}, fmt.Errorf("it is not JSON: %w", err)
	}
	if !strings.HasPrefix(doc.Schema, "rllint-inventory/") {
		return Older{}, fmt.Errorf("it is not an inventory: write one with rllint inventory -format=json")
	}
	for _, c := range doc.Controllers {
		addDefaults(c)
	}
	return doc.Older, nil
}

// older returns the inventory in the form that is read.
func (doc Document) older() (Older, error) {
	var b bytes.Buffer
	if err := doc.WriteJSON(&b); err != nil {
		return Older{}, err
	}
	return ReadJSON(&b)
}

// Against compares the inventory with an older one of that name. Controllers are the same if package, main, name, kind and
// constructor are: lines move. Of several that are the same in all this, as many are compared as both have, in order.
func (doc Document) Against(older Older, name string) (Changes, error) {
	now, err := doc.older()
	if err != nil {
		return Changes{}, err
	}
	out := Changes{Against: name, New: []Change{}, Gone: []Change{}, Changed: []Changed{}, Updates: []Update{}}
	before := make(map[string][]map[string]json.RawMessage)
	for _, c := range older.Controllers {
		before[identity(c)] = append(before[identity(c)], c)
	}
	for _, c := range now.Controllers {
		same := before[identity(c)]
		if len(same) == 0 {
			out.New = append(out.New, Change{title(c), at(c)})
			continue
		}
		before[identity(c)] = same[1:]
		if limits := differences(same[0], c); len(limits) > 0 {
			out.Changed = append(out.Changed, Changed{Name: title(c), At: at(c), Package: text(c, "package"), Limits: limits})
			out.addUpdate(text(same[0], versionKey), text(c, versionKey), limits)
		}
	}
	for _, c := range older.Controllers {
		if left := before[identity(c)]; len(left) > 0 {
			before[identity(c)] = left[1:]
			out.Gone = append(out.Gone, Change{title(c), at(c)})
		}
	}
	return out, nil
}

func text(c map[string]json.RawMessage, key string) string {
	var s string
	_ = json.Unmarshal(c[key], &s) // what is no text is not compared as such
	return s
}

func identity(c map[string]json.RawMessage) string {
	return strings.Join([]string{text(c, "kind"), text(c, "package"), text(c, "main"), text(c, "name"), text(c, "for"),
		text(c, "constructor")}, "\x00")
}

func title(c map[string]json.RawMessage) string {
	return cmp.Or(text(c, "name"), text(c, "for"), text(c, "package"))
}

func at(c map[string]json.RawMessage) string { return fmt.Sprintf("%s:%s", text(c, "file"), c["line"]) }

// differences returns the limits that are not the same. Where they are set and how that is put does not count.
func differences(before, after map[string]json.RawMessage) []ChangedFrom {
	var out []ChangedFrom
	for key, raw := range after {
		new, isLimit := limitText(raw)
		old, had := limitText(before[key])
		if isLimit && had && new != old {
			out = append(out, ChangedFrom{key, old, new})
		}
	}
	slices.SortFunc(out, func(a, b ChangedFrom) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// limitText is a limit in a few words, and whether it is one.
func limitText(raw json.RawMessage) (string, bool) {
	var fields map[string]string
	if json.Unmarshal(raw, &fields) != nil || fields["verdict"] == "" {
		return "", false
	}
	parts := []string{fields["verdict"]}
	for _, name := range []string{"value", "qps", "burst", "flag", "parameters"} {
		if fields[name] != "" {
			parts = append(parts, fields[name])
		}
	}
	return strings.Join(parts, " "), true
}
