// Command mutate makes mistakes in the code of directories, one after the other, and says which of them tests notice. The working tree
// is left alone: the go command is given the changed file in the place of the one on disk.
//
//	go run ./internal/development/mutate -since main~20 -n 50 ./internal/engine/paths
//
// The mistakes are made in lines that were changed since a commit, or in any, and drawn at random: equal seeds draw the same. Each is
// looked for by the tests before a semicolon first, where . is the package that it is in, and by those behind it if these notice
// nothing. Those that do not compile count for nothing. A mistake that nothing notices is a place for a test, unless the code does the
// same with it.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/showing/changes"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("mutate: ")
	tests := flag.String("tests", "-short .", "arguments of go test, with semicolons between")
	since := flag.String("since", "", "make mistakes only in lines that were changed since this `commit`")
	n := flag.Int("n", 50, "make `n` mistakes at most")
	seed := flag.Int64("seed", 1, "draw the mistakes by this `number`")
	flag.Parse()
	dirs := flag.Args()
	if len(dirs) == 0 {
		dirs = []string{"internal/engine"}
	}
	list, err := draw(dirs, *since, *n, *seed)
	if err != nil {
		log.Fatal(err)
	}
	noticed, made := 0, 0
	for _, m := range list {
		verdict, compiles, err := m.try(strings.Split(*tests, ";"))
		if err != nil {
			log.Fatal(err)
		}
		if compiles {
			made++
		}
		if compiles && verdict != "" {
			noticed++
		}
		if verdict == "" {
			verdict = "NOT NOTICED"
		}
		fmt.Printf("%s:%d: %s: %s\n", m.file, m.line, m.what, verdict)
	}
	fmt.Printf("%d of %d noticed", noticed, made)
	if made > 0 {
		fmt.Printf(" (%d %%)", 100*noticed/made)
	}
	fmt.Printf("; %d more do not compile\n", len(list)-made)
}

// draw returns n of the mistakes that can be made in the files of directories, in the order of the files.
func draw(dirs []string, since string, n int, seed int64) ([]mutant, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	var changed *changes.Lines
	if since != "" {
		if changed, err = changes.Since(context.Background(), dir, since); err != nil {
			return nil, err
		}
	}
	files, err := sources(dirs)
	if err != nil {
		return nil, err
	}
	var list []mutant
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		wanted := func(line int) bool { return since == "" || changed.Touch(filepath.Join(dir, file), line, line) }
		found, err := mutantsOf(file, source, wanted)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	order := rand.New(rand.NewSource(seed)).Perm(len(list))[:min(n, len(list))]
	slices.Sort(order)
	var drawn []mutant
	for _, i := range order {
		drawn = append(drawn, list[i])
	}
	return drawn, nil
}

// try makes the mistake and runs tests until some fail. It returns the names of those, "" if none did, or why the code does not compile.
func (m mutant) try(stages []string) (verdict string, compiles bool, err error) {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return "", false, err
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return "", false, err
	}
	defer os.RemoveAll(dir)
	path, err := filepath.Abs(m.file)
	if err != nil {
		return "", false, err
	}
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	list, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err != nil {
		return "", false, err
	}
	if err := os.WriteFile(changed, m.apply(source), 0o666); err != nil {
		return "", false, err
	}
	if err := os.WriteFile(overlay, list, 0o666); err != nil {
		return "", false, err
	}
	if out, err := exec.Command("go", "build", "-overlay="+overlay, "./"+filepath.Dir(m.file)).CombinedOutput(); err != nil {
		return "does not compile: " + firstError(out), false, nil
	}
	for _, stage := range stages {
		args := strings.Fields(stage)
		for i, arg := range args {
			if arg == "." {
				args[i] = "./" + filepath.Dir(m.file)
			}
		}
		// What goes on for ever is noticed, too.
		out, err := exec.Command("go", append([]string{"test", "-vet=off", "-timeout=3m", "-overlay=" + overlay}, args...)...).CombinedOutput()
		if err != nil {
			return failedTests(string(out)), true, nil
		}
	}
	return "", true, nil
}

// failedTests returns the names of the tests that failed, as the go command prints them.
func failedTests(out string) string {
	var failed []string
	for line := range strings.Lines(out) {
		if name, ok := strings.CutPrefix(line, "--- FAIL: "); ok {
			name, _, _ = strings.Cut(name, " ")
			failed = append(failed, name)
		}
	}
	if len(failed) == 0 {
		return "tests ended early"
	}
	return strings.Join(failed, ", ")
}
