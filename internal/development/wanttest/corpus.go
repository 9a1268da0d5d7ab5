package wanttest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/driving/workspace"
)

// A Module is one module under testdata/src with one choice of versions: the
// unit that a driver is run on.
type Module struct {
	Name     string // of the subtest, such as "controller-runtime-0.19"
	Folder   string // below testdata/src
	ModFile  string // the alternative go.mod in Folder; "" for go.mod itself
	Tags     string // build tags, separated by commas
	Settings string // the settings file in Folder; "" for none
	Bare     bool   // the settings explain nothing away: what follows "without settings" is expected
}

// Corpus lists every module, each with every choice of versions.
var Corpus = []Module{
	{Name: "controller-runtime-0.25", Folder: ".", Settings: "possible.yaml"},
	{Name: "controller-runtime-0.23", Folder: ".", ModFile: "go.cr23.mod", Settings: "possible.yaml"},
	{Name: "controller-runtime-0.19", Folder: ".", ModFile: "go.cr19.mod", Tags: "cr19", Settings: "possible.yaml"},
	{Name: "crossplane-runtime-1.20", Folder: "crossplane1"},
	{Name: "crossplane-runtime-2.3", Folder: "crossplane2"},
	{Name: "crossplane-runtime-2.0", Folder: "crossplane2", ModFile: "go.v20.mod"},
	{Name: "libraries", Folder: "libraries"},
	{Name: "provider", Folder: "provider"},
	{Name: "controller-runtime-0.14", Folder: "untyped"},
	{Name: "without-settings", Folder: "settings", Settings: "every.yaml", Bare: true},
	{Name: "with-settings", Folder: "settings", Settings: "settings.yaml"},
}

// Dir returns the absolute path of the folder that holds the module.
func (m Module) Dir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	folder := filepath.Join("testdata", "src", m.Folder)
	root := workspace.Above(dir, filepath.Join(folder, "go.mod"))
	if root == "" {
		return "", fmt.Errorf("no testdata/src/%s above the working directory", m.Folder)
	}
	return filepath.EvalSymlinks(filepath.Join(root, folder))
}

// BuildFlags returns the flags that the go command needs to see the module in
// its versions.
func (m Module) BuildFlags() []string {
	flags := []string{"-mod=readonly"}
	if m.ModFile != "" {
		flags = append(flags, "-modfile="+m.ModFile)
	}
	if m.Tags != "" {
		flags = append(flags, "-tags="+m.Tags)
	}
	return flags
}

// Env returns the environment to run the go command in: this process's, without
// a workspace, with the module's build flags in GOFLAGS so that they reach the
// go command however deep a driver starts it.
func (m Module) Env() []string {
	return append(slices.Clone(os.Environ()), "GOWORK=off", "GOFLAGS="+strings.Join(m.BuildFlags(), " "))
}

// Wants returns the want comments of the packages that match patterns, such as
// "./...", in the files that the module's versions and tags select.
func (m Module) Wants(patterns ...string) ([]Want, error) {
	dir, err := m.Dir()
	if err != nil {
		return nil, err
	}
	const files = `{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}{{range .CgoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`
	args := append([]string{"list", "-e", "-f", files}, patterns...)
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env, cmd.Stderr = dir, m.Env(), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list in %s: %w", dir, err)
	}
	wants, err := Parse(strings.Fields(string(out))...)
	return slices.DeleteFunc(wants, func(w Want) bool { return w.WithoutSettings && m.Settings != "" && !m.Bare }), err
}
