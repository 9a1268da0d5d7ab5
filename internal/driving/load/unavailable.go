package load

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/mod/modfile"
)

// An unavailable module is one whose go.mod cannot be had, such as one that a proxy refuses or that is gone. The go
// command then lists nothing at all, whatever else there is.
type unavailable struct {
	module, version, why string
}

// refused is how the go command says so, of one module at a time.
var refused = regexp.MustCompile(`(\S+)@(\S+): reading \S+\.mod: ([^\n]*)`)

func unavailables(message string) []unavailable {
	var list []unavailable
	for _, m := range refused.FindAllStringSubmatch(message, -1) {
		list = append(list, unavailable{m[1], m[2], strings.TrimSpace(m[3])})
	}
	return list
}

func (m unavailable) problem() Problem {
	return Problem{Message: fmt.Sprintf("the module %s@%s is left out: its go.mod cannot be downloaded (%s)", m.module, m.version, m.why)}
}

// about reports whether the go command complains of the module because nothing is in its place.
func (m unavailable) about(message string) bool {
	_, rest, found := strings.Cut(message, "no required module provides package ")
	pkg, _, _ := strings.Cut(rest, ";")
	return found && (pkg == m.module || strings.HasPrefix(pkg, m.module+"/"))
}

// emptied returns the content of files with which the go command finds an empty module in the place of each: its own go.mod,
// and that of the program or its workspace, with a replacement. It returns false where that cannot be.
func emptied(ctx context.Context, cfg Config, modules []unavailable) (map[string][]byte, bool) {
	names := goEnv(ctx, cfg, "GOMOD", "GOWORK")
	if names == nil {
		return nil, false
	}
	file := names[0]
	if names[1] != "" && names[1] != "off" {
		file = names[1]
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, false
	}
	files := make(map[string][]byte)
	dirs := make(map[string]string)
	for _, m := range modules {
		dir := filepath.Join(os.TempDir(), "rllint-unavailable", filepath.FromSlash(m.module)) // nothing is written there
		files[filepath.Join(dir, "go.mod")] = []byte("module " + m.module + "\n")
		dirs[m.module] = dir
	}
	changed, err := withReplacements(file, content, dirs)
	if err != nil {
		return nil, false
	}
	files[file] = changed
	return files, true
}

// withReplacements returns a go.mod or go.work in which the modules are replaced by directories.
func withReplacements(file string, content []byte, dirs map[string]string) ([]byte, error) {
	var add func(path, version, dir, none string) error
	var format func() []byte
	if filepath.Ext(file) == ".work" {
		work, err := modfile.ParseWork(file, content, nil)
		if err != nil {
			return nil, err
		}
		add, format = work.AddReplace, func() []byte { return modfile.Format(work.Syntax) }
	} else {
		mod, err := modfile.Parse(file, content, nil)
		if err != nil {
			return nil, err
		}
		add, format = mod.AddReplace, func() []byte { return modfile.Format(mod.Syntax) }
	}
	for module, dir := range dirs {
		if err := add(module, "", dir, ""); err != nil {
			return nil, err
		}
	}
	return format(), nil
}
