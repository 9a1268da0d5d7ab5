package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/driving/nested"
	"github.com/rllint/rllint/internal/driving/workspace"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/settings"
	"github.com/rllint/rllint/internal/showing/findings"
)

// An along says which programs that are modules of their own are read along with the module that has all its packages analysed: its
// controllers get what their mains give them.
type along struct {
	join *nested.Join      // those that are read along; nil for none
	left []*nested.Program // those that are only named

	tried bool // problems that come later are not of the programs' making
}

// findAlong looks for the programs. There are none where other packages are meant than all of a module, or in a workspace, which says
// itself what belongs together.
func (in *input) findAlong() *along {
	a := new(along)
	if in.whole != nil || workspace.File(in.dir) != "" || !slices.Contains(in.patterns(), "./...") {
		return a
	}
	all, serves := nested.Find(in.dir, mayHaveControllers)
	if len(all) == 0 {
		return a
	}
	why, running, off := notJoined(in.dir)
	var wanted []*nested.Program
	for _, p := range all {
		if !serves[p] || off {
			a.left = append(a.left, p)
			continue
		}
		if newer := p.Needs(running); newer != "" && why == "" {
			p.Why = "needs Go " + newer
		} else {
			p.Why = why
		}
		wanted = append(wanted, p)
	}
	a.make(in.dir, wanted)
	return a
}

// make joins those of the programs that can be, and leaves the others.
func (a *along) make(dir string, programs []*nested.Program) {
	join, err := nested.Make(dir, programs)
	for _, p := range programs {
		if err != nil {
			p.Why = "cannot be analysed with this module: " + err.Error()
		}
		if p.Why != "" {
			a.left = append(a.left, p)
		}
	}
	a.join = join
	slices.SortFunc(a.left, func(p, q *nested.Program) int { return strings.Compare(p.Dir, q.Dir) })
}

// mayHaveControllers reports whether a package that imports this one may set up controllers, as far as that import tells.
func mayHaveControllers(path string) bool {
	return model.SetsUp(path) || path == known.ControllerRuntime || path == known.Manager || path == known.ClientGoCache
}

// notJoined says what in the go command's environment keeps modules apart, to follow the folder of a program; off if the user wants
// them apart, who need not be told why. Running is the version of Go.
func notJoined(dir string) (why, running string, off bool) {
	cmd := exec.Command("go", "env", "-json", "GOWORK", "GOFLAGS", "GO111MODULE", "GOVERSION")
	cmd.Dir = dir
	out, err := cmd.Output()
	var env struct{ GOWORK, GOFLAGS, GO111MODULE, GOVERSION string }
	if err != nil || json.Unmarshal(out, &env) != nil || env.GOWORK != "" || env.GO111MODULE == "off" {
		return "", "", true
	}
	mod := ""
	for flag := range strings.FieldsSeq(env.GOFLAGS) {
		name, value, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
		switch name {
		case "modfile", "overlay":
			return "cannot be analysed with this module because of -" + name + " in GOFLAGS", "", false
		case "mod":
			mod = value
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "vendor", "modules.txt")); mod == "vendor" || mod == "" && err == nil {
		return "cannot be analysed with this module, which has its dependencies in a vendor folder", "", false
	}
	return "", env.GOVERSION, false
}

// analyze analyses the packages, and the programs in modules of their own that serve them. If that shows a problem which the module
// alone has not, the programs that have it are left out.
func (in *input) analyze(rules func(settings.Rules) []*analysis.Analyzer, stderr io.Writer) (*outcome, error) {
	if in.along == nil {
		in.along = in.findAlong()
	}
	a := in.along
	if a.join == nil || a.tried {
		return in.analyzeOnce(rules, stderr)
	}
	a.tried = true
	var alone *outcome
	var aloneErr error
	for a.join != nil {
		o, err := in.analyzeOnce(rules, stderr)
		if err == nil && len(o.problems()) == 0 || interrupted(err) {
			return o, err
		}
		if alone == nil {
			join := a.join
			a.join = nil
			if alone, aloneErr = in.analyzeOnce(rules, stderr); interrupted(aloneErr) || aloneErr != nil && err != nil {
				return nil, aloneErr
			}
			a.join = join
		}
		more := []load.Problem{{Message: fmt.Sprint(err)}}
		if err == nil && aloneErr == nil {
			more = moreProblems(o, alone)
		}
		if err == nil && (aloneErr != nil || len(more) == 0) {
			return o, nil
		}
		a.leave(in.dir, more)
	}
	return alone, aloneErr
}

func interrupted(err error) bool {
	_, stopped := errors.AsType[interruption](err)
	return stopped
}

// moreProblems returns those of an outcome that another has not.
func moreProblems(o, other *outcome) []load.Problem {
	have := make(map[string]bool)
	for _, p := range other.problems() {
		have[p.Message] = true
	}
	return slices.DeleteFunc(o.problems(), func(p load.Problem) bool { return have[p.Message] })
}

// leave leaves out the programs that have problems.
func (a *along) leave(dir string, problems []load.Problem) {
	programs := a.join.Programs
	for _, problem := range problems {
		why := "cannot be analysed with this module: " + strings.TrimPrefix(oneLine(problem.String()), dir+string(filepath.Separator))
		for _, p := range culprits(dir, programs, problem) {
			p.Why = cmp.Or(p.Why, why)
		}
	}
	a.make(dir, programs)
}

// culprits returns the programs that a problem is of, or all of them if it is of none. What the go command says of a requirement it
// says of any package, or of what was asked for.
func culprits(dir string, programs []*nested.Program, problem load.Problem) []*nested.Program {
	for _, of := range []func(*nested.Program) bool{
		func(p *nested.Program) bool { return p.Concerns(problem.Message) },
		func(p *nested.Program) bool {
			rel := filepath.FromSlash(p.Dir) + string(filepath.Separator)
			return strings.HasPrefix(problem.Pos, rel) || strings.HasPrefix(problem.Pos, filepath.Join(dir, rel)+string(filepath.Separator)) ||
				problem.Package == p.Path || strings.HasPrefix(problem.Package, p.Path+"/")
		},
	} {
		if list := slices.DeleteFunc(slices.Clone(programs), func(p *nested.Program) bool { return !of(p) }); len(list) > 0 {
			return list
		}
	}
	return programs
}

// listed has the go command list the programs along, by files in a folder that done removes.
func (in *input) listed(cfg *load.Config) (patterns []string, done func(), err error) {
	patterns = in.patterns()
	if in.along == nil || in.along.join == nil {
		return patterns, func() {}, nil
	}
	join := in.along.join
	dir, remove, err := beforeExit.folder()
	if err != nil {
		return nil, nil, err
	}
	flags, err := join.Write(dir)
	if err != nil {
		remove()
		return nil, nil, err
	}
	cfg.BuildFlags = append(slices.Clip(cfg.BuildFlags), flags...)
	cfg.Joined = &load.Joined{GoMod: filepath.Join(dir, "go.mod"), GoVersion: join.GoVersion}
	for _, p := range join.Programs {
		cfg.Joined.Modules = append(cfg.Joined.Modules, p.Path)
	}
	return append(slices.Clip(patterns), join.Patterns()...), remove, nil
}

// folders returns the programs that are read along by the folders they are in.
func (a *along) folders(dir string) map[string]*nested.Program {
	folders := make(map[string]*nested.Program)
	if a != nil && a.join != nil {
		for _, p := range a.join.Programs {
			folders[filepath.Join(dir, filepath.FromSlash(p.Dir))] = p
		}
	}
	return folders
}

// withhold takes the fixes from findings that would change files of programs that are read along: nobody has named those.
func (in *input) withhold(list []findings.Finding) {
	for dir, p := range in.along.folders(in.dir) {
		for i := range list {
			f := &list[i]
			if slices.ContainsFunc(f.Fixes, func(fix findings.Fix) bool {
				return slices.ContainsFunc(fix.Edits, func(e findings.Edit) bool {
					return strings.HasPrefix(e.Position.Filename, dir+string(filepath.Separator))
				})
			}) {
				f.Fixes, f.Withheld = nil, fmt.Sprintf("%s is a module of its own; to make it, add -C %s", p.Dir, in.under(p))
			}
		}
	}
}
