package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A runner runs rllint over checkouts.
type runner struct {
	rllint, checkouts, keep string
	timeout                 time.Duration // of one run of rllint
}

// A result is what came of the rows that were to be run.
type result struct {
	rows                    []*row // those with an answer of this run
	absent, failed, changed int    // without a checkout; without an answer; with another answer than the table's
}

// compareAll runs rllint for each row of the table whose name has one of the parts, reports to w what is different, and leaves
// the new answers in the rows.
func (r *runner) compareAll(rows []*row, only []string, w io.Writer) (result, error) {
	var done result
	if err := os.MkdirAll(r.keep, 0o777); err != nil {
		return done, err
	}
	for _, p := range rows {
		if !slices.ContainsFunc(only, func(part string) bool { return strings.Contains(p.repo+"@"+p.commit, part) }) {
			continue
		}
		if _, err := os.Stat(r.dir(p)); err != nil {
			fmt.Fprintf(w, "%s: not checked out\n", p.name())
			done.absent++
			continue
		}
		exit, after, err := r.run(p)
		if err != nil {
			fmt.Fprintf(w, "%s: no answer: %v\n", p.name(), err)
			done.failed++
			continue
		}
		done.rows = append(done.rows, p)
		now := summarise(exit, after)
		if changes := r.changes(p, now, after); len(changes) > 0 {
			fmt.Fprintf(w, "%s: the answer is another one\n    %s\n", p.name(), strings.Join(changes, "\n    "))
			done.changed++
		}
		p.answer = now
		if err := os.WriteFile(r.kept(p), []byte(strings.Join(after, "\n")), 0o666); err != nil {
			return done, err
		}
	}
	return done, nil
}

// changes says how an answer differs from the one in the table: line by line if the earlier one was kept.
func (r *runner) changes(p *row, now answer, after []string) (list []string) {
	if !p.recorded() {
		return []string{"new: " + now.ruleCounts()}
	}
	changed := func(what string, before, after any) {
		if before != after {
			list = append(list, fmt.Sprintf("%s: %v, was %v", what, after, before))
		}
	}
	changed("exit code", p.exit, now.exit)
	if p.hashes() == now.hashes() {
		return list
	}
	if before, err := os.ReadFile(r.kept(p)); err == nil {
		return append(list, difference(strings.Split(string(before), "\n"), after)...)
	}
	changed("rules", p.ruleCounts(), now.ruleCounts())
	changed("controllers", p.controllers, now.controllers)
	changed("hashes of findings, fixes and inventory", p.hashes(), now.hashes())
	return append(list, "to see the lines, build rllint at the commit that wrote this row, run that with the same -keep, and then this again")
}

// kept returns the file with the row's answer.
func (r *runner) kept(p *row) string {
	return filepath.Join(r.keep, fmt.Sprintf("%s-%s.txt", strings.ReplaceAll(p.name(), "/", "+"), p.hashes()))
}

// dir returns the directory of the row's module.
func (r *runner) dir(p *row) string { return filepath.Join(r.checkouts, filepath.FromSlash(p.name())) }

// run returns rllint's exit code and its whole answer, in which no path is one of this machine. That nothing could be
// loaded is an error.
func (r *runner) run(p *row) (exit int, answer []string, err error) {
	temp, err := os.MkdirTemp("", "answers")
	if err != nil {
		return 0, nil, err
	}
	defer os.RemoveAll(temp)
	dir, err := filepath.EvalSymlinks(r.dir(p))
	if err != nil {
		return 0, nil, err
	}
	env := append(os.Environ(), "GOWORK=off", "RLLINT_CACHE="+filepath.Join(temp, "cache"))
	if p.modEdit != "-" {
		flags, err := editedModule(dir, temp, strings.Fields(p.modEdit))
		if err != nil {
			return 0, nil, err
		}
		env = append(env, "GOFLAGS="+flags)
	}
	paths, err := goPaths(dir)
	if err != nil {
		return 0, nil, err
	}
	exit, found, cpu, err := r.rllintIn(dir, env, "-rules=all", "-f=json", "./...")
	if err != nil {
		return 0, nil, err
	}
	r.recordTime(p, cpu)
	_, inventory, _, err := r.rllintIn(dir, env, "inventory", "-f=json", "./...")
	if err != nil {
		return 0, nil, err
	}
	// The module is in the checkout, so it is first.
	relative := strings.NewReplacer(dir+"/", "", strings.TrimSuffix(dir, p.module)+"/", "CHECKOUT/", paths[0]+"/", "", paths[1]+"/", "GOROOT/")
	answer, err = lines([]byte(relative.Replace(string(found))), []byte(relative.Replace(string(inventory))))
	if exit == 2 && err == nil && !slices.ContainsFunc(answer, func(l string) bool { return !emptyMember.MatchString(l) }) {
		return 0, nil, errors.New("nothing could be analysed")
	}
	return exit, answer, err
}

// What an inventory of nothing has.
var emptyMember = regexp.MustCompile("^" + inventoryLine + "schema ")

// What rllint says where its analysis of a package fails: other findings may then be missing.
var internalError = regexp.MustCompile("internal error in the analysis of .*")

// rllintIn runs rllint in a directory and returns its exit code, what it printed, and the CPU time of it and its children.
func (r *runner) rllintIn(dir string, env []string, args ...string) (exit int, out []byte, cpu time.Duration, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), r.timeout)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, r.rllint, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = dir, env, &stdout, &stderr, time.Second
	err = cmd.Run()
	var exited *exec.ExitError
	switch fault := internalError.FindString(stderr.String()); {
	case fault != "":
		return 0, nil, 0, errors.New(fault)
	case ctx.Err() != nil:
		return 0, nil, 0, fmt.Errorf("rllint took more than %v", r.timeout)
	case err == nil:
	case errors.As(err, &exited) && (exited.ExitCode() == 1 || exited.ExitCode() == 2) && stdout.Len() > 0:
		exit = exited.ExitCode()
	default:
		return 0, nil, 0, fmt.Errorf("%w: %.300s", err, stderr.String())
	}
	return exit, stdout.Bytes(), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// editedModule writes a changed copy of go.mod and go.sum, and returns the flags with which the go command takes these.
func editedModule(dir, temp string, edit []string) (flags string, err error) {
	mod := filepath.Join(temp, "go.mod")
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && name == "go.mod" {
			return "", err
		}
		// Folders that replace modules are named from where the file lies.
		data = regexp.MustCompile(`(=> )(\.\.?/)`).ReplaceAll(data, []byte("${1}"+dir+"/${2}"))
		if err := os.WriteFile(filepath.Join(temp, name), data, 0o666); err != nil {
			return "", err
		}
	}
	if out, err := exec.Command("go", append(append([]string{"mod", "edit"}, edit...), mod)...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go mod edit: %w: %s", err, out)
	}
	return "-mod=mod -modfile=" + mod, nil
}

// goPaths returns where the go command has modules and its own source.
func goPaths(dir string) ([]string, error) {
	cmd := exec.Command("go", "env", "GOMODCACHE", "GOROOT")
	cmd.Dir = dir
	out, err := cmd.Output()
	paths := strings.Fields(string(out))
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	if len(paths) != 2 {
		return nil, fmt.Errorf("go env says %q", out)
	}
	return []string{paths[0], filepath.Join(paths[1], "src")}, nil
}

// recordTime adds the time of a run to a file in the folder of answers. It depends on the machine, so no table has it.
func (r *runner) recordTime(p *row, cpu time.Duration) {
	f, err := os.OpenFile(filepath.Join(r.keep, "cpu.tsv"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err == nil {
		_, err = fmt.Fprintf(f, "%s\t%.2f\n", p.name(), cpu.Seconds())
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		log.Print(err)
	}
}
