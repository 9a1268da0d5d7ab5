package repair_test

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/wanttest"
)

var (
	damages = flag.Int("damages", 100, "`number` of damaged programs to try")
	seed    = flag.Uint64("seed", 1, "decides what is deleted")
)

// TestDamagedPrograms deletes declarations, imports and statements from programs. Nothing panics, and what is said of
// the rest is what is said of the whole program, or unknown.
func TestDamagedPrograms(t *testing.T) {
	m := wanttest.Corpus[0]
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	p := loadProgram(t, dir, m.Env(), "./...")
	p.cutAtRandom(t, dir)
}

// TestDamagedQueues deletes the imports of a program whose workers take items from queues, each once: what started the workers may
// then be gone, and their number with it.
func TestDamagedQueues(t *testing.T) {
	m := wanttest.Corpus[0]
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	p := loadProgram(t, dir, m.Env(), "./queueprogram")
	imports := 0
	for _, c := range cuts(t, filepath.Join(dir, "queueprogram", "main.go")) {
		if c.what != "import" {
			continue
		}
		imports++
		controllers, _ := p.damaged(t, c.damage(t))
		for _, w := range p.wrong(controllers) {
			t.Errorf("%s\n\t%s", c, w)
		}
	}
	if imports == 0 {
		t.Error("the program has no imports")
	}
}

func (p *program) cutAtRandom(t *testing.T, dir string) {
	t.Helper()
	var files []string
	for _, pkg := range p.roots {
		for _, name := range pkg.CompiledGoFiles {
			if strings.HasPrefix(name, dir+string(filepath.Separator)) && strings.HasSuffix(name, ".go") {
				files = append(files, name)
			}
		}
	}
	slices.Sort(files)
	random := rand.New(rand.NewPCG(*seed, 0))
	found := 0
	for range *damages {
		list := cuts(t, files[random.IntN(len(files))])
		if len(list) == 0 {
			continue
		}
		c := list[random.IntN(len(list))]
		controllers, broken := p.damaged(t, c.damage(t))
		found += len(controllers)
		if !broken || !c.breaks {
			continue
		}
		for _, w := range p.wrong(controllers) {
			t.Errorf("%s\n\t%s", c, w)
		}
	}
	t.Logf("%d controllers found in what was damaged", found)
}
