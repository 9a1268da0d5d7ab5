package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/workspace"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/settings/settingsfile"
)

// A group is the modules of a run that have the same settings: all of them outside of a
// workspace, where a run has one module.
type group struct {
	settings *settingsfile.File
	modules  map[string]bool // directories of their roots; nil if there is no other group
	above    bool            // the settings are those of a module above the others
}

// owner returns the index of the group in which counts what was found in a package. That of
// no group's module is a dependency, about which all groups would say the same.
func owner(groups []group, report driver.Report) int {
	m := report.Package.Module
	return max(0, slices.IndexFunc(groups, func(g group) bool { return m != nil && g.modules[m.Dir] }))
}

// apply makes the analyzers' flags the group's settings, where flags do not say otherwise.
func (in *input) apply(g group) error {
	under := make(map[string]string)
	for dir, p := range in.along.folders(in.dir) {
		if g.above && (g.modules == nil || g.modules[dir]) {
			under[p.Path] = in.dir
		}
	}
	report.SetUnder(under)
	return g.settings.Apply(func(key string) bool { return given(in.flags, key) })
}

// checkExclude returns an error if a path of the flag -exclude is in none of the modules. Of the settings' paths [input.read] says so.
func (in *input) checkExclude() error {
	if !given(in.flags, "exclude") {
		return nil
	}
	modules, err := workspace.Modules(in.dir)
	if err != nil {
		return err
	}
	roots := slices.Concat([]string{moduleRoot(in.dir)}, modules, slices.Collect(maps.Keys(in.along.folders(in.dir))))
	for pattern := range strings.SplitSeq(in.flags.Lookup("exclude").Value.String(), ",") {
		if path := settingsfile.Missing(pattern, roots...); path != "" {
			return fmt.Errorf("-exclude: there is no %s in %s", path, moduleRoot(in.dir))
		}
	}
	return nil
}

// groups reads the settings of the modules that are analysed.
func (in *input) groups(ctx context.Context) ([]group, error) {
	if err := in.checkExclude(); err != nil {
		return nil, err
	}
	if in.settings != "" {
		file, err := in.read(ctx, in.settings, moduleRoot(in.dir))
		return []group{{settings: file, above: true}}, err
	}
	modules, err := workspace.Modules(in.dir)
	if err != nil {
		return nil, err
	}
	if err := besideWorkspace(in.dir, modules); err != nil {
		return nil, err
	}
	some := false
	for _, dir := range modules {
		name, err := settingsfile.In(dir)
		if err != nil {
			return nil, err
		}
		some = some || name != ""
	}
	if len(modules) >= 2 && some {
		return in.groupsOf(ctx, in.named(ctx, modules))
	}
	name, err := settingsfile.Find(in.dir)
	if err != nil {
		return nil, err
	}
	file, err := in.read(ctx, name, moduleRoot(in.dir))
	if err != nil {
		return nil, err
	}
	return in.withAlong(ctx, group{settings: file, above: true})
}

// withAlong returns the group of a module, and one for each program that is read along and has settings of its own. Those of the
// module hold for the others.
func (in *input) withAlong(ctx context.Context, own group) ([]group, error) {
	groups, rest, err := in.ownGroups(ctx, slices.Sorted(maps.Keys(in.along.folders(in.dir))))
	if len(groups) > 0 {
		rest[in.dir] = true
		own.modules = rest
	}
	return append([]group{own}, groups...), err
}

// ownGroups returns a group for each folder with a settings file, and the other folders.
func (in *input) ownGroups(ctx context.Context, dirs []string) (groups []group, rest map[string]bool, err error) {
	rest = make(map[string]bool)
	for _, dir := range dirs {
		name, err := settingsfile.In(dir)
		if err != nil {
			return nil, nil, err
		}
		if name == "" {
			rest[dir] = true
			continue
		}
		file, err := in.read(ctx, name, dir)
		if err != nil {
			return nil, nil, err
		}
		groups = append(groups, group{settings: file, modules: map[string]bool{dir: true}})
	}
	return groups, rest, nil
}

// besideWorkspace returns an error for a settings file that stands beside go.work and belongs to no module: paths and
// functions in it would mean something else in each.
func besideWorkspace(dir string, modules []string) error {
	root := filepath.Dir(workspace.File(dir))
	if len(modules) == 0 || slices.Contains(modules, root) {
		return nil
	}
	name, err := settingsfile.In(root)
	if err != nil || name == "" {
		return err
	}
	return fmt.Errorf("%s is not read: in a workspace each module has its own %s, beside its go.mod; -settings names one for all", name,
		settingsfile.Name)
}

// groupsOf returns a group for each module with a settings file, and one for all others.
func (in *input) groupsOf(ctx context.Context, modules []string) ([]group, error) {
	groups, others, err := in.ownGroups(ctx, modules)
	if len(others) > 0 || len(groups) == 0 {
		groups = append(groups, group{settings: new(settingsfile.File), modules: others})
	}
	if len(groups) == 1 {
		groups[0].modules = nil
	}
	return groups, err
}

// read reads a settings file, if there is one, and checks it against the module's code.
func (in *input) read(ctx context.Context, name, dir string) (*settingsfile.File, error) {
	if name == "" {
		return new(settingsfile.File), nil
	}
	file, err := settingsfile.Read(name)
	if err != nil {
		return nil, err
	}
	return file, file.Check(ctx, dir, in.buildFlags())
}

// named returns those of the modules that have packages which the arguments name; all of
// them if the go command cannot tell, since loading the packages will say why.
func (in *input) named(ctx context.Context, modules []string) []string {
	args := slices.Concat([]string{"list", "-find", "-e", "-f", "{{with .Module}}{{.Dir}}{{end}}"}, in.buildFlags(), []string{"--"},
		in.patterns())
	out, err := exec.CommandContext(ctx, "go", args...).Output()
	if err != nil {
		return modules
	}
	listed := strings.Split(string(out), "\n")
	return slices.DeleteFunc(slices.Clone(modules), func(dir string) bool { return !slices.Contains(listed, dir) })
}

// patterns returns the packages to analyse. Without arguments they are those below the
// current directory or, in a workspace but in none of its modules, those of all modules.
func (in *input) patterns() []string {
	if in.whole != nil {
		return in.whole
	}
	if in.flags.NArg() > 0 {
		return in.flags.Args()
	}
	modules, err := workspace.Modules(in.dir)
	if err != nil || len(modules) == 0 || slices.Contains(modules, moduleRoot(in.dir)) {
		return []string{"./..."}
	}
	var patterns []string
	for _, dir := range modules {
		patterns = append(patterns, filepath.Join(dir, "..."))
	}
	return patterns
}

// moduleRoot returns the directory with the go.mod of the module that dir is in, else dir.
func moduleRoot(dir string) string { return cmp.Or(workspace.Above(dir, "go.mod"), dir) }
