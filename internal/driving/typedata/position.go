package typedata

import (
	"go/token"
	"path/filepath"
	"slices"
	"sync"
)

// mostLines is how many lines a file has at most of which positions are told apart.
const mostLines = 1 << 16

// fewLines is how many lines a file that stands for source is given first: few have more, and a table is checked line by line.
const fewLines = 1 << 11

// everyLine is a table of lines that are one byte long. All files that stand for source that has not
// been read share it.
var everyLine = sync.OnceValue(func() []int {
	lines := make([]int, mostLines)
	for i := range lines {
		lines[i] = i
	}
	return lines
})

// position returns the position of the start of a line in a file of the package.
func (p *Package) position(file, line int) token.Pos {
	if p.positions == nil {
		p.positions = make([]*token.File, p.files.len())
	}
	if p.positions[file] == nil {
		p.positions[file] = p.universe.file(filepath.Join(p.dir, string(p.files.at(file))))
	}
	f := p.positions[file]
	if line > f.LineCount() && p.universe.standIns[f] {
		f.SetLines(everyLine())
	}
	return f.LineStart(max(1, min(line, f.LineCount())))
}

// ShowIn says that the package's source has been read: its positions are in those of the files that have the
// names of its own.
func (p *Package) ShowIn(files []*token.File) {
	p.positions = make([]*token.File, p.files.len())
	for i := range p.positions {
		name := filepath.Join(p.dir, string(p.files.at(i)))
		if at := slices.IndexFunc(files, func(f *token.File) bool { return f.Name() == name }); at >= 0 {
			p.positions[i] = files[at]
		}
	}
}

// file returns the file of that name, which is made if nobody has added it.
func (u *Universe) file(name string) *token.File {
	if f := u.files[name]; f != nil {
		return f
	}
	f := u.fset.AddFile(name, -1, mostLines)
	f.SetLines(everyLine()[:fewLines])
	if u.standIns == nil {
		u.standIns = make(map[*token.File]bool)
	}
	u.standIns[f] = true
	return f
}

// AddFile says what a file contains. Positions in it, which would be those of lines only, can then be told
// from each other, and it is in the file set if nothing is declared there.
func (u *Universe) AddFile(name string, content []byte) {
	if u.files == nil {
		u.files = make(map[string]*token.File)
	}
	f := u.fset.AddFile(name, -1, len(content))
	f.SetLinesForContent(content)
	u.files[name] = f
}
