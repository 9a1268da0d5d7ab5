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
	if testing.Short() {
		t.Skip("takes a quarter of a minute: it judges a program again for each of many deletions")
	}
	m := wanttest.Corpus[0]
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	p := loadProgram(t, dir, m.Env(), "./...")
	p.cutAtRandom(t, dir)
}

// TestDamagedImports deletes the imports of files, each once. What started the workers that take items from a queue may then be gone,
// and their number with it, and so may another controller that asks the bucket of one.
func TestDamagedImports(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a quarter of a minute: it judges a program again for each of its imports")
	}
	m := wanttest.Corpus[0]
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"queueprogram/main.go", "firstset/byhand.go"} {
		p := loadProgram(t, dir, m.Env(), "./"+filepath.Dir(file))
		imports := 0
		for _, c := range cuts(t, filepath.Join(dir, file)) {
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
			t.Errorf("%s has no imports", file)
		}
	}
}

// TestDamagedMiddleware deletes what asks the limiter of a program: that nobody else does says nothing of a reconciler that is not known.
func TestDamagedMiddleware(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds: it judges a program twice")
	}
	m := wanttest.Corpus[0]
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	p := loadProgram(t, dir, m.Env(), "./unknown", "./limits")
	i := slices.IndexFunc(cuts(t, filepath.Join(dir, "limits/limits.go")), func(c cut) bool { return c.what == "func Reconcile" })
	if i < 0 {
		t.Fatal("limits has no Reconcile to delete")
	}
	controllers, _ := p.damaged(t, cuts(t, filepath.Join(dir, "limits/limits.go"))[i].damage(t))
	if len(controllers) == 0 {
		t.Error("no controller is found in what is damaged")
	}
	for _, w := range p.wrong(controllers) {
		t.Error(w)
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
