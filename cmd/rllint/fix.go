package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rllint/rllint/internal/changing/edit"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/showing/baseline"
	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/printable"
)

// A fixing says what is done with the fixes of findings.
type fixing struct {
	write, diff fixMode
}

func registerFixing(flags *flag.FlagSet) *fixing {
	f := new(fixing)
	flags.BoolFunc("fix", "fix what can be fixed, run again and report what is left; with =workers, also change how many workers "+
		"controllers have", f.write.set)
	flags.BoolFunc("diff", "print what -fix would change as a unified diff, and change nothing; with =workers, what -fix=workers would",
		f.diff.set)
	return f
}

// A fixMode says which fixes are made.
type fixMode string

const (
	noFixes      fixMode = ""
	plainFixes   fixMode = "true"
	workersFixes fixMode = "workers" // those too that change how many workers controllers have
)

func (m *fixMode) set(text string) error {
	if fixMode(text) == workersFixes {
		*m = workersFixes
		return nil
	}
	on, err := strconv.ParseBool(text)
	if err != nil {
		return errors.New("use workers, or no value")
	}
	*m = noFixes
	if on {
		*m = plainFixes
	}
	return nil
}

// plan returns what the fixes of an outcome's findings come to that are shown. Files that were changed after
// the time given are left alone.
func (l *linting) plan(list []findings.Finding, o *outcome, started time.Time) *edit.Plan {
	if l.output.hidesNotes() {
		list = withoutNotes(list)
	}
	return planned(list, o, l.rules.flags.Lookup("generated").Value.String() == "true", started)
}

func planned(list []findings.Finding, o *outcome, generated bool, started time.Time) *edit.Plan {
	var roots []string
	for _, r := range o.reports {
		if m := r.Package.Module; m != nil && m.Main && m.Dir != "" {
			roots = append(roots, m.Dir)
		}
	}
	return edit.Make(list, edit.Options{
		Generated: generated,
		Analysed:  started,
		Own:       func(name string) bool { return edit.Within(name, roots) },
	})
}

func withoutNotes(list []findings.Finding) []findings.Finding {
	return slices.DeleteFunc(slices.Clone(list), func(f findings.Finding) bool { return f.Level == level.Note })
}

// showDiff prints the changes and returns the exit code, which is that of a run that found
// something if there is anything to change or to report.
func (l *linting) showDiff(old *baseline.Baseline, stdout, stderr io.Writer) (int, error) {
	started := time.Now()
	o, err := l.in.analyze(l.rules.enabled, stderr)
	if err != nil {
		return failed, err
	}
	list := l.shown(old, o, stderr)
	plan := l.plan(list, o, started)
	if err := showDiffs(plan.Files, l.in.dir, stdout); err != nil {
		return failed, err
	}
	incomplete := o.showProblems(stderr, l.in.dir)
	l.showRefused(plan, stderr)
	switch n := len(list); {
	case n > 0 && len(plan.Made) == 0:
		fmt.Fprintf(stderr, "rllint: the diff is empty: -fix makes none of %s, which rllint without -diff lists\n",
			printable.Number(n, "finding"))
	case n > 0:
		fmt.Fprintf(stderr, "rllint: the diff fixes %d of %s in %s\n", len(plan.Made), printable.Number(n, "finding"),
			printable.Number(len(plan.Files), "file"))
	}
	l.end(o, list, stderr)
	switch {
	case incomplete:
		return failed, nil
	case len(list) > 0:
		return found, nil
	}
	return clean, nil
}

// showDiffs prints what would change in files, which are named as seen from dir.
func showDiffs(files []edit.File, dir string, stdout io.Writer) error {
	for _, f := range files {
		if _, err := stdout.Write(f.Diff(relative(f.Name, dir))); err != nil {
			return fmt.Errorf("cannot write the diff: %w", err)
		}
	}
	return nil
}

// mostRounds bounds how often fixes are made: those that cannot be made together are made one
// after the other.
const mostRounds = 4

// fix makes the fixes, again as long as some could not be made beside others, and returns the
// outcome of the last run.
func (l *linting) fix(old *baseline.Baseline, stderr io.Writer) (o *outcome, err error) {
	editing := &editing{dir: l.in.dir, stderr: stderr}
	err = editing.guard(func() (err error) {
		o, err = l.fixAll(old, editing, stderr)
		return err
	})
	return o, err
}

func (l *linting) fixAll(old *baseline.Baseline, editing *editing, stderr io.Writer) (*outcome, error) {
	before := make(map[string]bool) // problems that are not of our making
	var written []edit.File
	for round := 1; ; round++ {
		started := time.Now()
		o, err := l.in.analyze(l.rules.enabled, stderr)
		if err != nil {
			return nil, err
		}
		broken := false
		for _, p := range o.problems() {
			broken = broken || round > 1 && !before[p.String()] && concerns(p, written)
			before[p.String()] = true
		}
		if broken {
			return o, l.takeBack(written, stderr)
		}
		plan := l.plan(l.shown(old, o, io.Discard), o, started)
		if len(plan.Files) == 0 || round > mostRounds {
			l.showRefused(plan, stderr)
			return o, nil
		}
		written = nil
		for _, f := range plan.Files {
			err := editing.write(f)
			if interrupted(err) {
				return o, err
			}
			if err != nil {
				fmt.Fprintf(stderr, "rllint: %s is not changed: %v\n", relative(f.Name, l.in.dir), err)
				continue
			}
			written = append(written, f)
		}
		if len(written) == 0 {
			return o, nil
		}
		fmt.Fprintf(stderr, "rllint: made the fixes of %s in %s\n", printable.Number(len(plan.Made), "finding"),
			printable.Number(len(written), "file"))
	}
}

// concerns reports whether a problem is in the folder of a file that was written.
func concerns(p load.Problem, written []edit.File) bool {
	return slices.ContainsFunc(written, func(f edit.File) bool {
		return strings.HasPrefix(p.Pos, filepath.Dir(f.Name)+string(filepath.Separator))
	})
}

// takeBack makes files what they were before the last fixes.
func (l *linting) takeBack(written []edit.File, stderr io.Writer) error {
	for _, f := range written {
		if err := f.Restore(); err != nil {
			fmt.Fprintf(stderr, "rllint: %s cannot be restored: %v\n", relative(f.Name, l.in.dir), err)
		}
	}
	return fmt.Errorf("internal error: after the fixes the code no longer compiles; the files are as they were before")
}

// showRefused says which fixes are not made, and why: what is so of several findings of a rule once.
func (l *linting) showRefused(plan *edit.Plan, stderr io.Writer) {
	for _, r := range plan.Refused {
		reason := strings.ReplaceAll(r.Reason, l.in.dir+string(filepath.Separator), "")
		fmt.Fprintf(stderr, "rllint: %s: the fix of %s is not made: %s\n", l.at(r.Finding), r.Finding.Rule, reason)
	}
	type group struct{ rule, reason string }
	unsaid := make(map[group]int)
	for _, f := range plan.Without {
		unsaid[group{f.Rule, f.Withheld}]++
	}
	for _, f := range plan.Without {
		g := group{f.Rule, f.Withheld}
		switch n := unsaid[g]; {
		case f.Withheld == "" || n == 0:
		case n == 1:
			fmt.Fprintf(stderr, "rllint: %s: the fix of %s is not made: %s\n", l.at(f), f.Rule, f.Withheld)
		default:
			fmt.Fprintf(stderr, "rllint: %s and %d more: the fixes of %s are not made: %s\n", l.at(f), n-1, f.Rule, f.Withheld)
		}
		unsaid[g] = 0
	}
}

// at returns the place of a finding as people read it.
func (l *linting) at(f findings.Finding) string {
	p := f.Position
	return fmt.Sprintf("%s:%d:%d", relative(p.Filename, l.in.dir), p.Line, p.Column)
}
