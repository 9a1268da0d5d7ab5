package load

import "golang.org/x/tools/go/packages"

// A Joined names modules that are listed as requirements of the one that is analysed, and belong to what is analysed all the same.
type Joined struct {
	GoMod     string   // the go.mod of the -modfile
	GoVersion string   // that the analysed module asks for by itself, "" for none
	Modules   []string // paths of the other modules
}

// restore makes the modules of packages what they are by themselves: main modules, each in its version of Go. So their packages are
// the same, in what is kept of them too, however the go command was told to list them.
func (j *Joined) restore(roots []*packages.Package) {
	if j == nil {
		return
	}
	joined := make(map[string]bool)
	for _, path := range j.Modules {
		joined[path] = true
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		switch m := p.Module; {
		case m == nil:
		case m.Main && j.GoVersion != "":
			m.GoVersion = j.GoVersion
		case joined[m.Path]:
			p.Module = &packages.Module{Path: m.Path, Main: true, Dir: m.Dir, GoMod: m.GoMod, GoVersion: m.GoVersion}
		}
	})
}
