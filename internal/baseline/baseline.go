// Package baseline keeps a list of known findings, so that a team with old code
// sees only the new ones.
package baseline

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/rllint/rllint/internal/findings"
	"github.com/rllint/rllint/internal/sourcetext"
)

// schema names the form of the file.
const schema = "rllint-baseline/1"

// A Baseline says how many findings of each key are known.
type Baseline struct {
	entries []entry
}

type document struct {
	Schema   string  `json:"schema"`
	Findings []entry `json:"findings"`
}

type entry struct {
	findings.Key
	Count int `json:"count,omitempty"` // 0 stands for 1
}

// Of returns the baseline that knows exactly the findings in list.
func Of(list []findings.Finding, files *sourcetext.Files) *Baseline {
	b := new(Baseline)
	index := make(map[findings.Key]int)
	for _, f := range list {
		key := findings.KeyOf(f, files)
		if i, known := index[key]; known {
			b.entries[i].Count = max(b.entries[i].Count, 1) + 1
			continue
		}
		index[key] = len(b.entries)
		b.entries = append(b.entries, entry{Key: key})
	}
	return b
}

// Read reads a baseline file.
func Read(name string) (*Baseline, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no baseline %s; write it with -write-baseline", name)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the baseline: %w", err)
	}
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("%s is no baseline: %w", name, err)
	}
	if doc.Schema != schema {
		return nil, fmt.Errorf("%s is no baseline that this version reads: its schema is %q, not %q", name, doc.Schema, schema)
	}
	return &Baseline{doc.Findings}, nil
}

// Write writes the baseline to a file, with one finding after another, so that its changes are
// easy to review.
func (b *Baseline) Write(name string) error {
	data, err := json.MarshalIndent(document{schema, append([]entry{}, b.entries...)}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(name, append(data, '\n'), 0o666); err != nil {
		return fmt.Errorf("cannot write the baseline: %w", err)
	}
	return nil
}

// New returns the findings that the baseline does not know. Where there are more
// findings of one key than it knows, the last ones count as new.
func (b *Baseline) New(list []findings.Finding, files *sourcetext.Files) []findings.Finding {
	left := make(map[findings.Key]int)
	for _, e := range b.entries {
		left[e.Key] += max(e.Count, 1)
	}
	var fresh []findings.Finding
	for _, f := range list {
		key := findings.KeyOf(f, files)
		if left[key] > 0 {
			left[key]--
			continue
		}
		fresh = append(fresh, f)
	}
	return fresh
}
