package known

import (
	"strings"
	"unicode"
)

// IsWorkersName reports whether a flag, variable or setting of a name sets the number of workers, and names no kind of object or
// part of the program for which it does: reconcile-concurrency, but not ingress-workers.
func IsWorkersName(name string) bool {
	about := false
	for _, word := range wordsOf(name) {
		switch {
		case strings.HasPrefix(word, "concurren"), strings.HasPrefix(word,
			"parallel"), word == "workers", word == "worker", word == "threads", word == "threadiness":
			about = true
		case strings.HasPrefix(word, "reconcil"), fillers[word]:
		default:
			return false
		}
	}
	return about
}

// IsReconcilersName reports whether such a name says that the workers reconcile: max-concurrent-reconciles.
func IsReconcilersName(name string) bool {
	return IsWorkersName(name) && strings.Contains(strings.ToLower(name), "reconcil")
}

// fillers are words of names that say nothing of what a setting is for.
var fillers = map[string]bool{"max": true, "maximum": true, "min": true, "default": true, "num": true, "number": true, "count": true,
	"of": true, "the": true,
	"controller": true, "controllers": true, "manager": true, "operator": true, "sync": true, "syncs": true, "limit": true, "k8s": true,
	"kube": true}

// wordsOf returns the words of a name, in small letters, however it is spelt.
func wordsOf(name string) []string {
	var words []string
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			words = append(words, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	upper := true
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			continue
		case unicode.IsUpper(r) && !upper:
			end()
		}
		upper = unicode.IsUpper(r)
		word.WriteRune(r)
	}
	end()
	return words
}
