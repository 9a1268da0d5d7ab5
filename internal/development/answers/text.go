package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// The kinds of lines of a whole answer.
const (
	findingLine   = "finding "
	fixLine       = "fix "
	inventoryLine = "inventory "
)

// lines returns a whole answer from what rllint -f json and rllint inventory -f json printed: sorted, a line each. A finding
// that stands in the source of a package which several others lead to is there once.
func lines(found, inventory []byte) ([]string, error) {
	list, err := findingLines(found)
	if err != nil {
		return nil, fmt.Errorf("findings cannot be read: %w", err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(inventory, &members); err != nil {
		return nil, fmt.Errorf("the inventory cannot be read: %w", err)
	}
	for name, data := range members {
		var elems []json.RawMessage
		if json.Unmarshal(data, &elems) != nil { // no array
			elems = []json.RawMessage{data}
		}
		for _, e := range elems {
			var b bytes.Buffer
			if err := json.Compact(&b, e); err != nil {
				return nil, err
			}
			list = append(list, inventoryLine+name+" "+b.String())
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

func findingLines(data []byte) (list []string, err error) {
	type related struct{ Posn, Message string }
	var tree map[string]map[string][]struct {
		Level, Posn, Message string
		Related              []related
		Fixes                []struct {
			Message string
			Edits   []struct {
				Filename, New string
				Start, End    int
			}
		} `json:"suggested_fixes"`
	}
	if err := json.Unmarshal(data, &tree); err != nil {
		return nil, err
	}
	for _, rules := range tree {
		for rule, findings := range rules {
			for _, f := range findings {
				text := fmt.Sprintf("%s%s %s %s: %s", findingLine, rule, f.Level, f.Posn, f.Message)
				for _, r := range f.Related {
					text += fmt.Sprintf(" | %s: %s", r.Posn, r.Message)
				}
				list = append(list, oneLine(text))
				for _, fix := range f.Fixes {
					text := fmt.Sprintf("%s%s %s: %s", fixLine, rule, f.Posn, fix.Message)
					for _, e := range fix.Edits {
						text += fmt.Sprintf(" | %s:%d-%d %q", e.Filename, e.Start, e.End, e.New)
					}
					list = append(list, oneLine(text))
				}
			}
		}
	}
	return list, nil
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }

// summarise returns the hashes and counts of a whole answer.
func summarise(exit int, lines []string) answer {
	a := answer{exit: exit, rules: make(map[string]int)}
	for _, l := range lines {
		if rest, ok := strings.CutPrefix(l, findingLine); ok {
			rule, _, _ := strings.Cut(rest, " ")
			a.rules[rule]++
		}
		if strings.HasPrefix(l, inventoryLine+"controllers ") {
			a.controllers++
		}
	}
	a.findings, a.fixes, a.inventory = hash(lines, findingLine), hash(lines, fixLine), hash(lines, inventoryLine)
	return a
}

// hash returns the hash of the lines of one kind.
func hash(lines []string, kind string) string {
	h := sha256.New()
	for _, l := range lines {
		if strings.HasPrefix(l, kind) {
			fmt.Fprintln(h, l)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:6])
}
