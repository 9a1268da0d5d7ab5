package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFormats checks that docs/formats.md names each member that the documents have, and each column, and no other.
func TestFormats(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	enterExample(t)
	output := func(args ...string) []byte {
		var stdout, stderr bytes.Buffer
		if code := run(append(args, "./..."), &stdout, &stderr); code == failed {
			t.Fatalf("%q: %s", args, stderr.String())
		}
		return stdout.Bytes()
	}
	inventory := output("inventory", "-json")
	older := t.TempDir() + "/older.json"
	if err := os.WriteFile(older, bytes.ReplaceAll(inventory, []byte("v0.23.3"), []byte("v0.20.0")), 0o600); err != nil {
		t.Fatal(err)
	}
	columns, _, _ := strings.Cut(string(output("inventory", "-f=csv")), "\n")

	sections := strings.Split(string(text), "\n## ")
	for section, documents := range map[string][][]byte{
		"Findings":  {output("-json")},
		"Inventory": {inventory, output("inventory", "-json", "-against="+older)},
		"Report":    {output("report", "-json")},
	} {
		i := slices.IndexFunc(sections, func(s string) bool { return strings.HasPrefix(s, section+": ") })
		if i < 0 {
			t.Fatalf("no section %s", section)
		}
		names := make(map[string]bool)
		for _, m := range regexp.MustCompile("`([a-zA-Z_]+)`").FindAllStringSubmatch(sections[i], -1) {
			names[m[1]] = true
		}
		has := make(map[string]bool)
		for _, document := range documents {
			var v any
			if err := json.Unmarshal(document, &v); err != nil {
				t.Fatal(err)
			}
			members(v, has)
		}
		delete(has, "schema")
		for _, name := range slices.Sorted(maps.Keys(has)) {
			if !names[name] && !strings.Contains(name, "/") && !isRule(name) {
				t.Errorf("%s: %s is not in the documentation", section, name)
			}
		}
		if section == "Inventory" {
			for column := range strings.SplitSeq(columns, ",") {
				for part := range strings.SplitSeq(column, ".") {
					if !names[part] {
						t.Errorf("the column %s is not in the documentation", column)
					}
				}
			}
		}
		// What the first column of a table names is there.
		for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\|").FindAllStringSubmatch(sections[i], -1) {
			for _, m := range regexp.MustCompile("`([a-zA-Z_]+)`").FindAllStringSubmatch(row[1], -1) {
				if !has[m[1]] && !slices.Contains([]string{"left", "keeps"}, m[1]) { // what the example has no reason for
					t.Errorf("%s: there is no member %s", section, m[1])
				}
			}
		}
	}
}

// members adds the names of a document's members.
func members(v any, to map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			to[name] = true
			members(value, to)
		}
	case []any:
		for _, value := range v {
			members(value, to)
		}
	}
}
