package findings

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/rllint/rllint/internal/showing/sourcetext"
)

// A Key tells findings apart by what stays the same when lines move and when the rest
// of the program changes: the rule, the file and the text of the line. Messages are no
// part of it, since they count controllers and name versions.
type Key struct {
	Rule    string `json:"rule"`
	Package string `json:"package"`          // import path
	File    string `json:"file,omitempty"`   // name without folder
	Source  string `json:"source,omitempty"` // text of the line, without the space around it
}

// KeyOf returns the key of a finding. Findings on equal lines of one file have equal keys.
func KeyOf(f Finding, files *sourcetext.Files) Key {
	source := strings.TrimSpace(string(files.Line(f.Position.Filename, f.Position.Line)))
	if source == "" {
		source = f.Message
	}
	return Key{
		Rule:    f.Rule,
		Package: f.Path,
		File:    filepath.Base(f.Position.Filename),
		Source:  source,
	}
}

// Fingerprints returns for each finding a text that is the same in other runs and
// different from that of all other findings: equal keys are told apart by their order.
func Fingerprints(list []Finding, files *sourcetext.Files) []string {
	seen := make(map[Key]int)
	prints := make([]string, len(list))
	for i, f := range list {
		key := KeyOf(f, files)
		seen[key]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%s\n%d", key.Rule, key.Package, key.File, key.Source, seen[key]))
		prints[i] = hex.EncodeToString(sum[:16])
	}
	return prints
}

// Reason is equal for findings that differ only in where they stand and which controllers they are about.
func Reason(f Finding) string {
	message := f.Message
	for _, c := range f.Controllers {
		if _, name, _ := strings.Cut(c, " "); name != "" {
			message = strings.ReplaceAll(message, name, "…")
		}
	}
	return f.Rule + " " + f.Level.String() + " " + message
}
