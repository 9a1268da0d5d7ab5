// Package inventory lists the controllers of a program with their limits.
package inventory

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/showing/printable"
)

// Schema names the form of the JSON document; it changes when a field does.
const Schema = "rllint-inventory/2"

// A Document is the inventory as JSON.
type Document struct {
	Schema      string       `json:"schema"`
	Controllers []Controller `json:"controllers"` // sorted by file, line, column and main; never nil
	Program     []Program    `json:"program"`     // one for each main package that was analysed, by its path; never nil
}

// A Controller is one controller, for one main package that reaches it.
type Controller struct {
	File        string `json:"file"` // slash path relative to its module's root or to the directory of Collect, or module@version/path
	Line        int    `json:"line"`
	Column      int    `json:"column"`
	Constructor string `json:"constructor"`
	Package     string `json:"package"`
	Name        string `json:"name"`
	For         string `json:"for"`
	Kind        string `json:"kind"` // "controller" or "queue"
	Main        string `json:"main"`
	Version     string `json:"controllerRuntime"` // its version, "" where not known
	Left        []Left `json:"left,omitempty"`    // where main packages were left that lead to it by calls, if none reaches it
	Kept        *Kept  `json:"keeps,omitempty"`   // what its reconciler keeps of a request, so that it is to have one worker
	Limits      Limits `json:"-"`                 // a field each, named by its attribute
}

// A Left place is where the run of a main package did not go on towards a controller.
type Left struct {
	Main string `json:"main"`
	At   string `json:"at"` // file:line
}

// Kept is a field or a variable that keeps something of a request where the pass of another request sees it.
type Kept struct {
	Name string `json:"name"`
	At   string `json:"at"` // file:line
}

// Collect combines the models of the packages that the user named: one entry a controller
// and main package that reaches it, and one without a main for each controller
// whose site no main package reaches. Files of the modules that are worked on are named relative to those, or, for
// people, relative to the directory dir if that is not "".
func Collect(reports []driver.Report, dir string) Document {
	names := newFileNames(reports)
	names.dir = dir
	doc := Document{Schema: Schema, Controllers: []Controller{}, Program: programs(reports, names)}
	reached := make(map[model.Site]bool)
	for _, c := range models(reports) {
		if c.Main != "" {
			reached[c.Site] = true
			doc.Controllers = append(doc.Controllers, names.controller(c))
		}
	}
	for _, c := range models(reports) {
		if c.Main == "" && !reached[c.Site] {
			entry := names.controller(withPlainManager(reports, c))
			entry.Left = names.left(reports, c.Site)
			doc.Controllers = append(doc.Controllers, entry)
		}
	}
	slices.SortStableFunc(doc.Controllers, compare)
	// Several packages may see the same call in a package that they import.
	doc.Controllers = slices.CompactFunc(doc.Controllers, func(a, b Controller) bool { return a.Main == "" && compare(a, b) == 0 })
	doc.Controllers = withoutRepeated(doc.Controllers)
	return doc
}

// withoutRepeated leaves out queues of which nothing tells them from another: each command of a program may start the same
// server, which makes the same queue.
func withoutRepeated(list []Controller) []Controller {
	seen := make(map[string]bool)
	return slices.DeleteFunc(list, func(c Controller) bool {
		entry := fmt.Sprintf("%+v", c)
		repeated := c.Kind == "queue" && seen[entry]
		seen[entry] = true
		return repeated
	})
}

func compare(a, b Controller) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Main, b.Main),
		cmp.Compare(a.Name, b.Name),
		cmp.Compare(a.For, b.For),
	)
}

// left returns where main packages were left that lead to a site.
func (names fileNames) left(reports []driver.Report, site model.Site) []Left {
	var list []Left
	for _, result := range driver.Results[*model.Result](reports, model.Analyzer) {
		for _, m := range result.Missed {
			if m.Site == site {
				list = append(list, Left{m.Main, names.site(m.Left)})
			}
		}
	}
	return list
}

// models returns the controllers that the packages have which the user named, and those that these set up by calls into packages
// which nobody named.
func models(reports []driver.Report) []*model.Controller {
	var list []*model.Controller
	elsewhere := make(map[model.Site]bool)
	for pkg, result := range driver.Results[*model.Result](reports, model.Analyzer) {
		if pkg.Named {
			list = append(list, result.Controllers...)
			for _, site := range result.Elsewhere {
				elsewhere[site] = true
			}
		}
	}
	for pkg, result := range driver.Results[*model.Result](reports, model.Analyzer) {
		if pkg.Named {
			continue
		}
		for _, c := range result.Controllers {
			if elsewhere[c.Site] {
				list = append(list, c)
			}
		}
	}
	return list
}

// fileNames shortens file names to what holds on every machine.
type fileNames struct {
	roots []root // longest directory first
	dir   string // "", or what files of modules that are worked on are relative to
}

type root struct {
	dir    string
	prefix string // what stands for dir in a name
}

func newFileNames(reports []driver.Report) fileNames {
	var names fileNames
	seen, main := make(map[string]bool), make(map[string]bool)
	for _, report := range reports {
		dir, prefix := moduleRoot(report.Package)
		if dir != "" && !seen[dir] {
			seen[dir] = true
			names.roots = append(names.roots, root{dir, prefix})
		}
		if m := report.Package.Module; m != nil && m.Main {
			main[dir] = true
		}
	}
	names.roots = slices.DeleteFunc(names.roots, func(r root) bool { return r.prefix == "" && belowOne(r.dir, main) })
	slices.SortFunc(names.roots, func(a, b root) int { return len(b.dir) - len(a.dir) })
	return names
}

// belowOne reports whether a folder is below one of others: files of a module in a folder of another that is worked on have the name
// of that folder, since both may have files of one name.
func belowOne(dir string, others map[string]bool) bool {
	for parent := filepath.Dir(dir); parent != filepath.Dir(parent); parent = filepath.Dir(parent) {
		if others[parent] {
			return true
		}
	}
	return false
}

// moduleRoot returns the directory of p's module and what to write in its
// place: nothing for a module being worked on, module@version/ for one that was downloaded.
func moduleRoot(p *load.Package) (dir, prefix string) {
	m := p.Module
	if m == nil {
		return "", ""
	}
	if m.Replace != nil {
		m = m.Replace
	}
	if !m.Main && m.Version != "" {
		prefix = m.Path + "@" + m.Version + "/"
	}
	return m.Dir, prefix
}

func (names fileNames) file(name string) string {
	for _, r := range names.roots {
		if rel, ok := strings.CutPrefix(name, r.dir+string(filepath.Separator)); ok {
			if names.dir != "" && r.prefix == "" {
				rel = printable.File(name, names.dir)
			}
			return r.prefix + filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(name)
}

func (names fileNames) site(s model.Site) string {
	if s.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", names.file(s.File), s.Line)
}

func (names fileNames) controller(c *model.Controller) Controller {
	var kept *Kept
	if c.Kept != nil {
		kept = &Kept{c.Kept.Name, names.site(c.Kept.At)}
	}
	return Controller{
		Kept:        kept,
		File:        names.file(c.Site.File),
		Line:        c.Site.Line,
		Column:      c.Site.Column,
		Constructor: c.Constructor,
		Package:     c.Package,
		Name:        c.Name,
		For:         c.For,
		Kind:        kind(c),
		Main:        c.Main,
		Version:     c.Version,
		Limits:      names.limits(c.Limits),
	}
}

func (names fileNames) limits(limits map[*judge.Attribute]model.Limit) Limits {
	var list Limits
	for _, attr := range judge.Attributes() {
		l := limits[attr]
		limit := Limit{Key: attr.Key, Verdict: string(l.Verdict), Detail: l.Detail, At: names.site(l.At), Unresolved: l.Unresolved}
		for _, name := range attr.Fields {
			value := map[string]string{"value": l.Value, "qps": l.Value, "burst": l.Burst, "flag": l.Flag, "default": l.Default, "level": l.Level,
				"parameters": l.Value, "manner": l.Value,
				"interval": l.Value, "from": l.Flag, "jitter": l.Jitter}[name]
			limit.Fields = append(limit.Fields, Field{name, value})
		}
		list = append(list, limit)
	}
	return list
}

// Queue is the kind of a controller that is made by hand on a queue.
const Queue = "queue"

// kind tells a controller of controller-runtime from a queue that is made by hand.
func kind(c *model.Controller) string {
	if c.Queue {
		return Queue
	}
	return "controller"
}
