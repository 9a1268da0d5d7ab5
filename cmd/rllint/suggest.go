package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// word is what a command may be misspelt as: packages are rarely named without a dot or a slash.
var word = regexp.MustCompile(`^[a-z]{3,}$`)

// misspelt returns an error that names the command which an argument was probably meant to be, nil if it may be
// a package.
func misspelt(arg string) error {
	if !word.MatchString(arg) {
		return nil
	}
	if _, err := os.Stat(arg); err == nil {
		return nil
	}
	nearest, far := nearestOf(commandNames(), arg)
	if far > len(arg)/4 {
		return nil
	}
	return fmt.Errorf("there is no command %s: did you mean rllint %s?", arg, nearest)
}

// nearestOf returns which of some words is most like another, and how far it is from that.
func nearestOf(words []string, like string) (string, int) {
	nearest := slices.MinFunc(words, func(a, b string) int { return distance(a, like) - distance(b, like) })
	return nearest, distance(nearest, like)
}

// number is the form of a rule's name. What has it and is no rule is not misspelt: it may be a rule of another version.
var number = regexp.MustCompile(`^(?i)RL\d{4}$`)

// nearestRule returns the rule that a name was probably meant to be, "" if there is none.
func nearestRule(name string) string {
	if number.MatchString(name) {
		return ""
	}
	if nearest, far := nearestOf(ruleNames(), strings.ToUpper(name)); far <= 1 {
		return nearest
	}
	return ""
}

// knownFlag names the flag that one which does not exist was probably meant to be. Other errors stay as they are.
func knownFlag(flags *flag.FlagSet, err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return err
	}
	nearest, least := "", min(2+len(name)/8, len(name))
	flags.VisitAll(func(f *flag.Flag) {
		if isRule(f.Name) && number.MatchString(name) && !strings.EqualFold(f.Name, name) {
			return
		}
		if d := min(distance(f.Name, name), distance(f.Name, strings.ToUpper(name))); d < least {
			nearest, least = f.Name, d
		}
	})
	if nearest == "" {
		return fmt.Errorf("there is no flag -%s", name)
	}
	return fmt.Errorf("there is no flag -%s: did you mean -%s?", name, nearest)
}

// distance returns how many characters are to be added, dropped, replaced or swapped with the one beside them to make
// a of b: the optimal string alignment distance.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range b {
		rows[0][j+1] = j + 1
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replaced := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			rows[i][j] = min(replaced, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
