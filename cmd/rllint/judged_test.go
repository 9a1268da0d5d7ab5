package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	judgedMain = `package main

import (
	"context"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/more"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if err := more.Setup(mgr); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(context.Background()))
}
`
	judgedMore = `// Package more has one more controller.
package more

import (
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"k8s.io/client-go/util/workqueue"
	IMPORT

	"rllint.test/inert"
)

func work(queue workqueue.TypedInterface[string]) {
	for {
		key, stop := queue.Get()
		if stop {
			return
		}
		log.Print(key)
		queue.Done(key)
	}
}

// Setup sets the controller up.
func Setup(mgr ctrl.Manager) error {
	go work(workqueue.NewTyped[string]())
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{}); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Named("more")OPTIONS.Complete(RECONCILER)
}
`
)

// gated makes of a set-up function one that a module which cannot be had calls, or that is called at once.
const gated = `func Setup(mgr ctrl.Manager) error {
	if x.Gate.Open() {
		return setUp(mgr)
	}
	x.Gate.Register(func() { log.Print(setUp(mgr)) })
	return nil
}

func setUp(`

// TestJudged checks that each run ends with what was judged, and with what was not and why.
func TestJudged(t *testing.T) {
	plain := moreWith("", "", "&inert.Reconciler{}")
	for _, test := range []struct {
		name string
		more string // the package more
		args []string
		code int
		want []string
	}{
		{"all", plain, []string{"-RL1000=false", "./..."}, clean, []string{"judged 2 controllers and 1 queue of 2 programs; no findings"}},
		{"as an inventory", plain, []string{"inventory", "./..."}, clean, []string{"judged 2 controllers and 1 queue of 2 programs"}},
		{"of one program", plain, []string{"-RL1000=false", "./cmd/a", "./more"}, clean,
			[]string{"judged 2 controllers and 1 queue of 1 program; no findings"}},
		{"without a main package", plain, []string{"./more"}, clean, []string{"judged 2 controllers and 1 queue; no findings",
			"no main package among the packages sets these up, and what it decides, such as clients and numbers of workers, is unknown: name " +
				"that too, if there is one"}},
		{"no controller", plain, []string{"./inert"}, clean, []string{"found no controller in 1 package; no findings"}},
		{"options of a module that cannot be had", moreWith(`"example.com/gone/x"`, ".WithOptions(x.Options())", "&inert.Reconciler{}"),
			[]string{"-RL1000=false", "./..."}, failed, []string{
				"judged 2 controllers and 1 queue of 2 programs; no findings",
				"1 controller of 1 package was not fully judged: example.com/gone v1.2.3 cannot be had",
			}},
		{"a reconciler of it too", moreWith(`"example.com/gone/x"`, ".WithOptions(x.Options())", "x.Wrap(&inert.Reconciler{})"),
			[]string{"-RL1000=false", "./..."}, failed, []string{
				"judged 1 controller and 1 queue of 2 programs; no findings",
				"1 controller of 1 package was not judged: example.com/gone v1.2.3 cannot be had",
			}},
		{"a gate of it, or none", strings.NewReplacer("func Setup(", gated, "go work(workqueue.NewTyped[string]())", "_ = work").
			Replace(moreWith(`"example.com/gone/x"`, "", "&inert.Reconciler{}")), []string{"-RL1000=false", "./..."}, failed,
			[]string{"judged 2 controllers of 2 programs; no findings"}},
		{"a package that does not parse", plain + "\nfunc (\n", []string{"-RL1000=false", "-exclude=only", "./more", "./inert"}, failed, []string{
			"found no controller in 2 packages; code that is needed is missing or has errors",
			"1 package could not be analysed, and what it sets up is not counted",
		}},
		{"no controller without it", plain, []string{"./only"}, failed,
			[]string{"found no controller in 1 package; example.com/gone v1.2.3 cannot be had"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := program(t, []string{"inert"}, map[string]string{
				"cmd/a/main.go": judgedMain, "cmd/b/main.go": judgedMain, "more/more.go": test.more,
				"only/only.go": "// Package only has nothing else.\npackage only\n\nimport _ \"example.com/gone/x\"\n",
			})
			if test.code != failed {
				if err := os.RemoveAll(filepath.Join(dir, "only")); err != nil {
					t.Fatal(err)
				}
			} else {
				requireGone(t, dir)
				t.Setenv("GOPROXY", "off")
			}
			var stdout, stderr bytes.Buffer
			if code := run(test.args, &stdout, &stderr); code != test.code {
				t.Fatalf("the run ends with %d:\n%s%s", code, stdout.String(), stderr.String())
			}
			lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
			if got, want := strings.Join(lines[max(0, len(lines)-len(test.want)):], "\n"), "rllint: "+
				strings.Join(test.want, "\nrllint: "); got != want {
				t.Errorf("the run ends with\n%s\nwant\n%s\n%s\n%s", got, want, stdout.String(), stderr.String())
			}
		})
	}
}

// TestJudgedOfMainCutShort asks for no main package where one is there that was not followed to its controllers.
func TestJudgedOfMainCutShort(t *testing.T) {
	for left, want := range map[bool]int{true: 1, false: 2} {
		j := judged{packages: 1, left: left}
		j.sets[wholly].controllers = 1
		var said bytes.Buffer
		j.write(&said, "; no findings")
		if lines := strings.Count(said.String(), "\n"); lines != want {
			t.Errorf("%d lines, want %d:\n%s", lines, want, said.String())
		}
	}
}

// moreWith is the package more with an import, what its builder has besides, and a reconciler.
func moreWith(imported, options, reconciler string) string {
	return strings.NewReplacer("IMPORT", imported, "OPTIONS", options, "RECONCILER", reconciler).Replace(judgedMore)
}

// requireGone has the module in a folder require one that is nowhere.
func requireGone(t *testing.T, dir string) {
	t.Helper()
	for name, more := range map[string]string{
		"go.mod": "\nrequire example.com/gone v1.2.3\n",
		"go.sum": "example.com/gone v1.2.3 h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\nexample.com/gone v1.2.3/go.mod " +
			"h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
	} {
		name = filepath.Join(dir, name)
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, name, string(text)+more)
	}
}
