package report

import (
	"cmp"
	"go/ast"
	"go/token"
	"path"
	"reflect"
	"strings"
	"sync"

	"github.com/rllint/rllint/internal/engine/directive"
	"github.com/rllint/rllint/internal/engine/level"
	"golang.org/x/tools/go/analysis"
)

// Analyzer reads the directives of a package. Every rule requires it.
var Analyzer = &analysis.Analyzer{
	Name:       "rllintreport",
	Doc:        "read the directives that suppress findings",
	URL:        "https://pkg.go.dev/github.com/rllint/rllint/internal/engine/report",
	ResultType: reflect.TypeFor[*Filter](),
	Run:        run,
}

// settings are the values of Analyzer's flags.
var settings struct {
	exclude patterns
	tests   bool
	nolint  bool

	generated bool

	level  level.Level // findings below it are not shown
	levels level.Map   // of rules, in place of their own
}

func init() {
	settings.level, settings.levels = level.Note, make(level.Map)
	Analyzer.Flags.Var(&settings.level, "level", "show only findings of this `level` or higher: "+strings.Join(level.Names, ", ")+
		"; the text of rllint counts notes, and shows them if this is given")
	Analyzer.Flags.Var(settings.levels, "levels", "comma-separated `levels` of rules in place of their own, such as RL1003=note")
	Analyzer.Flags.Var(&settings.exclude, "exclude", "comma-separated `paths` whose findings are not shown, relative to the module's root; "+
		"* stands for part of a name, ** for any number of directories")
	Analyzer.Flags.BoolVar(&settings.tests, "tests", false, "show findings in _test.go files, and in others that import a framework of "+
		"tests, too")
	Analyzer.Flags.BoolVar(&settings.generated, "generated", false,
		"run all rules in generated files, not only those about limits, and fix these files too")
	Analyzer.Flags.BoolVar(&settings.nolint, "nolint", true, "obey the //nolint directives of golangci-lint")
}

// A Filter knows the directives of a package and which of them were of use.
type Filter struct {
	pass       *analysis.Pass
	directives []*directive.Directive
	generated  map[*token.File]bool
	own        map[string]bool // the package's files, by name
	forTests   map[string]bool // by file name

	mu   sync.Mutex // rules may run at the same time
	used map[*directive.Directive]bool
}

func run(pass *analysis.Pass) (any, error) {
	f := &Filter{
		pass: pass, generated: make(map[*token.File]bool), own: make(map[string]bool), forTests: make(map[string]bool),
		used: make(map[*directive.Directive]bool),
	}
	for _, file := range pass.Files {
		f.own[pass.Fset.File(file.FileStart).Name()] = true
		if ast.IsGenerated(file) {
			f.generated[pass.Fset.File(file.FileStart)] = true
		}
		if !settings.tests && forTests(pass, file) {
			f.forTests[pass.Fset.Position(file.FileStart).Filename] = true
		}
		for _, d := range directive.Parse(pass.Fset, file) {
			if d.Form != directive.Nolint || settings.nolint {
				f.directives = append(f.directives, d)
			}
		}
	}
	return f, nil
}

// A Rule is that of a finding.
type Rule struct {
	Name  string
	Level level.Level // of the rule
	Own   level.Level // of the finding, 0 if it is the rule's
}

// level returns the level that counts, and whether it is not that of the rule.
func (r Rule) level() (l level.Level, other bool) {
	l = cmp.Or(settings.levels[r.Name], r.Own, r.Level)
	return l, l != r.Level
}

// Finding reports a finding of a rule, unless it is not to be shown. The analyzer of pass must
// require [Analyzer].
func Finding(pass *analysis.Pass, d analysis.Diagnostic, r Rule) {
	f := pass.ResultOf[Analyzer].(*Filter)
	position := pass.Fset.Position(d.Pos)
	if f.generated[pass.Fset.File(d.Pos)] && !settings.generated && !inGenerated(r.Name) {
		return
	}
	l, other := r.level()
	d.Category = r.Name
	if other {
		d.Category = level.Category(r.Name, l)
	}
	// A directive is of use even if its finding is below the level that is shown.
	if Shown(pass, position.Filename) && !f.Suppresses(position.Filename, position.Line, r.Name) && l >= settings.level &&
		!f.forTests[position.Filename] {
		pass.Report(d)
	}
}

// Hides reports whether a finding of a rule at a line of one of the package's files would not be shown. Findings of
// other packages that stand there are not shown either, and only this package can tell.
func (f *Filter) Hides(file string, line int, rule string) bool {
	if !f.own[file] {
		return false
	}
	for generated := range f.generated {
		if generated.Name() == file && !settings.generated && !inGenerated(rule) {
			return true
		}
	}
	return f.forTests[file] || !Shown(f.pass, file) || f.Suppresses(file, line, rule)
}

// inGenerated reports whether findings of a rule are shown in generated files: those about limits are,
// because there are programs whose controllers are generated.
func inGenerated(rule string) bool { return strings.HasPrefix(rule, "RL1") }

// Shown reports whether findings in a file of the package are shown at all.
func Shown(pass *analysis.Pass, filename string) bool {
	if !settings.tests && strings.HasSuffix(filename, "_test.go") {
		return false
	}
	return !Excluded(pass, packageOf(pass, filename), filename)
}

// packageOf returns the import path of the package that a file belongs to: the pass's own, or
// that of another package of its module, which follows from where the two are.
func packageOf(pass *analysis.Pass, filename string) string {
	own := strings.TrimSuffix(pass.Pkg.Path(), "_test")
	if pass.Module == nil || len(pass.Files) == 0 {
		return own
	}
	dir := slashedDir(pass.Fset.File(pass.Files[0].FileStart).Name())
	inModule := strings.TrimPrefix(own, pass.Module.Path)
	root, ok := strings.CutSuffix(dir, inModule)
	if !ok {
		return own
	}
	if other, ok := strings.CutPrefix(slashedDir(filename), root); ok && (other == "" || other[0] == '/') {
		return pass.Module.Path + other
	}
	return own
}

func slashedDir(filename string) string { return path.Dir(slashed(filename)) }

func slashed(filename string) string { return strings.ReplaceAll(filename, `\`, "/") }

// Excluded reports whether the settings leave out the findings in a file of a package of the module.
func Excluded(pass *analysis.Pass, pkg, filename string) bool {
	return len(settings.exclude) > 0 && settings.exclude.match(pathInModule(pass, pkg, filename))
}

// pathInModule returns the slash path of a file of a package relative to its module's root, or to the folder whose settings hold for
// the module. It is made from import paths: the position of the module on disk is not known in every driver.
func pathInModule(pass *analysis.Pass, dir, filename string) string {
	if pass.Module != nil && Under(pass.Module.Path) != "" {
		if name, ok := strings.CutPrefix(slashed(filename), slashed(Under(pass.Module.Path))+"/"); ok {
			return name
		}
	}
	base := filename[strings.LastIndexAny(filename, `/\`)+1:]
	if pass.Module != nil {
		dir = strings.TrimPrefix(strings.TrimPrefix(dir, pass.Module.Path), "/")
	}
	if dir == "" {
		return base
	}
	return dir + "/" + base
}

// Suppresses reports whether a directive suppresses findings of the rule at a
// line, and notes that this directive is of use: findings of other packages may stand there.
func (f *Filter) Suppresses(file string, line int, rule string) bool {
	suppressed := false
	for _, d := range f.directives {
		if d.File == file && d.Covers(line, rule) && !aboutDirectives(rule) {
			f.mu.Lock()
			f.used[d] = true
			f.mu.Unlock()
			suppressed = true
		}
	}
	return suppressed
}

// aboutDirectives reports whether a rule is about directives themselves: no
// directive hides what is wrong with it.
func aboutDirectives(rule string) bool { return strings.HasPrefix(rule, "RL0") }

// Use notes that the directives for the rule at a line are of use, although no
// finding of this package shows it: another package's finding is suppressed there.
func (f *Filter) Use(file string, line int, rule string) { f.Suppresses(file, line, rule) }

// Directives returns the package's directives in the order of its files.
func (f *Filter) Directives() []*directive.Directive { return f.directives }

// Used reports whether a directive suppressed anything so far.
func (f *Filter) Used(d *directive.Directive) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.used[d]
}

// Tests reports whether findings in tests are shown too.
func Tests() bool { return settings.tests }
