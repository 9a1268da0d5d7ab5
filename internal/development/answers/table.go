package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A row is what the table says of one program.
type row struct {
	repo, commit, module, modEdit string
	answer
}

// An answer is what rllint says of one program. Findings, fixes and inventory are hashes.
type answer struct {
	exit                       int // exit code of rllint; 2 if parts could not be analysed
	findings, fixes, inventory string
	controllers                int            // entries of the inventory
	rules                      map[string]int // findings of each rule
}

const header = "repository\tcommit\tmodule\tgo mod edit\texit\tfindings\tfixes\tinventory\tcontrollers\trules"

// name returns the directory of the row's module, below the folder of checkouts, with slashes.
func (r *row) name() string {
	return path.Join(strings.ReplaceAll(r.repo, "/", "+")+"@"+r.commit[:8], r.module)
}

// recorded reports whether the table has an answer of this program.
func (r *row) recorded() bool { return r.findings != "" }

func (a *answer) hashes() string { return a.findings + "-" + a.fixes + "-" + a.inventory }

func (a *answer) ruleCounts() string {
	if len(a.rules) == 0 {
		return "-"
	}
	var list []string
	for _, rule := range slices.Sorted(maps.Keys(a.rules)) {
		list = append(list, fmt.Sprintf("%s=%d", rule, a.rules[rule]))
	}
	return strings.Join(list, " ")
}

func readTable(name string) ([]*row, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var rows []*row
	for i, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		if i == 0 {
			if line != header {
				return nil, fmt.Errorf("%s has other columns than %q", name, header)
			}
			continue
		}
		r, err := parseRow(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

func parseRow(line string) (*row, error) {
	cols := strings.Split(line, "\t")
	if len(cols) != 4 && len(cols) != 10 {
		return nil, fmt.Errorf("%d columns, want 10, or 4 for a new program", len(cols))
	}
	r := &row{repo: cols[0], commit: cols[1], module: cols[2], modEdit: cols[3]}
	if len(r.commit) < 8 || strings.Count(r.repo, "/") != 1 {
		return nil, errors.New("the first columns are a repository as owner/name and a commit of eight digits or more")
	}
	if len(cols) == 4 {
		return r, nil
	}
	r.findings, r.fixes, r.inventory, r.rules = cols[5], cols[6], cols[7], make(map[string]int)
	var err, err2 error
	r.exit, err = strconv.Atoi(cols[4])
	r.controllers, err2 = strconv.Atoi(cols[8])
	err = cmp.Or(err, err2)
	for _, f := range strings.Fields(strings.TrimPrefix(cols[9], "-")) {
		rule, n, _ := strings.Cut(f, "=")
		if r.rules[rule], err2 = strconv.Atoi(n); err2 != nil {
			err = err2
		}
	}
	return r, err
}

// writeTable writes the rows in the order of their names, so that a new one can be added anywhere.
func writeTable(name string, rows []*row) error {
	slices.SortFunc(rows, func(a, b *row) int { return strings.Compare(a.name(), b.name()) })
	var b bytes.Buffer
	fmt.Fprintln(&b, header)
	for _, r := range rows {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s", r.repo, r.commit, r.module, r.modEdit)
		if r.recorded() {
			fmt.Fprintf(&b, "\t%d\t%s\t%s\t%s\t%d\t%s", r.exit, r.findings, r.fixes, r.inventory, r.controllers, r.ruleCounts())
		}
		fmt.Fprintln(&b)
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}
