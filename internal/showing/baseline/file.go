package baseline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// schema names the form of the file.
const schema = "rllint-baseline/2"

type document struct {
	Schema   string  `json:"schema"`
	Findings []entry `json:"findings"`
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
		return nil, fmt.Errorf("%s is not a baseline%s; write it again with -write-baseline", name, broken(data, err))
	}
	if doc.Schema != schema {
		return nil, fmt.Errorf("this version cannot read the baseline %s: its schema is %q, not %q; write it again with -write-baseline", name,
			doc.Schema, schema)
	}
	return &Baseline{doc.Findings}, nil
}

// broken says where a file is not JSON; nothing of one that is, but has something else in it.
func broken(data []byte, err error) string {
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok {
		return ""
	}
	return fmt.Sprintf(": line %d is not JSON: %v", 1+bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n")), err)
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
