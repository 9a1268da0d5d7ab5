// Survey runs rllint over the checkouts of programs, one after the other, and prints the tables of
// docs/survey.md: the programs with their commits, and how many findings each rule has in how many of them.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("survey: ")
	rllint := flag.String("rllint", "rllint", "the `program` to run")
	keep := flag.String("keep", "", "write what rllint prints about each program to a file of its name in `directory`")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: survey [flags] DIR...\neach DIR is a module, in the checkout of a git repository")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	var programs []program
	for _, dir := range flag.Args() {
		p, out, err := analyse(*rllint, dir)
		if err != nil {
			log.Printf("%s is left out: %v", dir, err)
			continue
		}
		if *keep != "" {
			if err := os.WriteFile(filepath.Join(*keep, strings.ReplaceAll(p.name, "/", "+")+".json"), out, 0o666); err != nil {
				log.Fatal(err)
			}
		}
		programs = append(programs, p)
	}
	fmt.Print(tables(programs))
}

// analyse runs rllint in a directory and returns what it finds there, with what it printed.
func analyse(rllint, dir string) (program, []byte, error) {
	p := program{name: describe(dir, "config", "--get", "remote.origin.url"), commit: describe(dir, "rev-parse", "HEAD")}
	if p.name == "" {
		p.name = filepath.Base(dir)
	}
	p.name = short(p.name)
	cmd := exec.Command(rllint, "-json", "./...")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	var failed *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &failed) && failed.ExitCode() == 1: // there are findings
	case errors.As(err, &failed) && failed.ExitCode() == 2 && len(out) > 0:
		p.part = true
	default:
		return p, nil, err
	}
	p.findings, err = count(out)
	return p, out, err
}

// describe returns what git says of the repository that a directory is in, "" if that is nothing.
func describe(dir string, args ...string) string {
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// short returns the owner and the name of a repository from its address.
func short(url string) string {
	elems := strings.FieldsFunc(strings.TrimSuffix(url, ".git"), func(r rune) bool { return r == '/' || r == ':' })
	if len(elems) > 2 {
		elems = elems[len(elems)-2:]
	}
	return strings.Join(elems, "/")
}

// count returns the number of findings of each rule in what rllint -json prints. A finding that stands
// in the source of a package which several others lead to counts once.
func count(out []byte) (map[string]int, error) {
	var tree map[string]map[string]json.RawMessage
	if err := json.NewDecoder(bytes.NewReader(out)).Decode(&tree); err != nil {
		return nil, fmt.Errorf("its output cannot be read: %w", err)
	}
	type finding struct{ Posn, Message string }
	seen := make(map[string]map[finding]bool)
	for _, rules := range tree {
		for rule, data := range rules {
			var list []finding
			if err := json.Unmarshal(data, &list); err != nil {
				return nil, fmt.Errorf("its output cannot be read: %s: %w", rule, err)
			}
			if seen[rule] == nil {
				seen[rule] = make(map[finding]bool)
			}
			for _, f := range list {
				seen[rule][f] = true
			}
		}
	}
	n := make(map[string]int)
	for rule, findings := range seen {
		n[rule] = len(findings)
	}
	return n, nil
}
