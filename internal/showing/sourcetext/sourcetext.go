// Package sourcetext reads lines of source files, to recognise findings again
// after lines have moved and to count columns in characters.
package sourcetext

import (
	"bytes"
	"go/token"
	"os"
	"unicode/utf8"
)

// Files caches the lines of files. The zero value is ready for use.
type Files struct {
	lines map[string][][]byte
}

// Line returns a line of a file, from 1, without its end; nil if there is no such line.
func (f *Files) Line(name string, line int) []byte {
	if f.lines == nil {
		f.lines = make(map[string][][]byte)
	}
	lines, read := f.lines[name]
	if !read {
		// A file that cannot be read, such as one that a line directive made up, has no lines.
		if data, err := os.ReadFile(name); err == nil {
			lines = bytes.Split(data, []byte("\n"))
		}
		f.lines[name] = lines
	}
	if line < 1 || line > len(lines) {
		return nil
	}
	return bytes.TrimSuffix(lines[line-1], []byte("\r"))
}

// Column returns the column of a position in characters, from 1. The Go tools count bytes.
func (f *Files) Column(p token.Position) int {
	line := f.Line(p.Filename, p.Line)
	if p.Column-1 > len(line) || p.Column < 1 {
		return p.Column
	}
	return utf8.RuneCount(line[:p.Column-1]) + 1
}
