// Command mutate makes the mistakes of a list in the code, one after the other, and says which of them tests notice. The
// working tree is left alone: the go command is given the changed file in the place of the one on disk.
//
//	go run ./internal/development/mutate -tests "-short . ; -short ./internal/engine/..."
//
// Each mistake is looked for by the tests before a semicolon first, where . is the package that it is in, and by those
// behind it if these notice nothing.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	tests := flag.String("tests", "-short . ; -short ./internal/engine/...", "arguments of go test, with semicolons between")
	only := flag.String("only", "", "the numbers of mistakes to make, with commas between them; all of them if it is empty")
	flag.Parse()
	caught, made := 0, 0
	for i, m := range mutants {
		if *only != "" && !strings.Contains(","+*only+",", fmt.Sprintf(",%d,", i+1)) {
			continue
		}
		verdict := ""
		for stage := range strings.SplitSeq(*tests, ";") {
			var err error
			if verdict, err = m.try(strings.Fields(stage)); err != nil {
				fmt.Fprintf(os.Stderr, "%d: %v\n", i+1, err)
				os.Exit(2)
			}
			if verdict != "" {
				break
			}
		}
		made++
		if verdict != "" {
			caught++
		} else {
			verdict = "NOT NOTICED"
		}
		fmt.Printf("%2d %-60s %s\n", i+1, m.what, verdict)
	}
	fmt.Printf("%d of %d noticed\n", caught, made)
}

// try makes the mistake and runs tests: it returns what noticed it, "" if nothing did.
func (m mutant) try(tests []string) (string, error) {
	before, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(before), m.old); n != 1 {
		return "", fmt.Errorf("%s has the code to change %d times, want once: %s", m.file, n, m.old)
	}
	for i, arg := range tests {
		if arg == "." {
			tests[i] = "./" + filepath.Dir(m.file)
		}
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	path, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(changed, []byte(strings.Replace(string(before), m.old, m.new, 1)), 0o666); err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, list, 0o666); err != nil {
		return "", err
	}
	out, err := exec.Command("go", append([]string{"test", "-vet=off", "-overlay=" + overlay}, tests...)...).CombinedOutput()
	if err == nil {
		return "", nil
	}
	if strings.Contains(string(out), "[build failed]") {
		return "", fmt.Errorf("%s does not compile with %s:\n%s", m.file, m.new, out)
	}
	var failed []string
	for line := range strings.Lines(string(out)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "--- FAIL: "); ok && !strings.HasPrefix(line, " ") {
			name, _, _ = strings.Cut(name, " ")
			failed = append(failed, name)
		}
	}
	return strings.Join(failed, ", "), nil
}
