// Package edit changes source files as fixes say: each file as a whole or not at all, and
// none that was changed after it was analysed.
package edit

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/showing/findings"
)

// A File is a source file with the changes that fixes make to it.
type File struct {
	Name          string
	Before, After []byte
}

// A Refusal is a fix that is not made, with the reason, which completes a sentence that
// begins with "the fix is not made".
type Refusal struct {
	Finding findings.Finding
	Reason  string
}

// Options say which files may be changed.
type Options struct {
	Generated bool      // also those that say that they are generated
	Analysed  time.Time // files changed later than that are left alone; zero for no such check
	// Own reports whether a file belongs to the modules that are being worked on.
	Own func(name string) bool
}

// A Plan is what the fixes of some findings come to.
type Plan struct {
	Files   []File // sorted by name
	Made    []findings.Finding
	Refused []Refusal
	Without []findings.Finding // those that have no fix
}

// Make plans the first fix of each finding. Fixes that make the same edit share it; of fixes
// that would change one place differently the first counts, and the others are refused.
func Make(list []findings.Finding, opts Options) *Plan {
	p := &planner{opts: opts, files: make(map[string]*source)}
	plan := new(Plan)
	for _, f := range list {
		if len(f.Fixes) == 0 {
			plan.Without = append(plan.Without, f)
			continue
		}
		if err := p.add(f.Fixes[0]); err != nil {
			plan.Refused = append(plan.Refused, Refusal{f, err.Error()})
			continue
		}
		plan.Made = append(plan.Made, f)
	}
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		s := p.files[name]
		if len(s.edits) == 0 {
			continue
		}
		after, err := s.apply()
		if err != nil {
			plan.refuse(name, err)
			continue
		}
		plan.Files = append(plan.Files, File{name, s.before, after})
	}
	return plan
}

// refuse takes back the fixes that change a file.
func (plan *Plan) refuse(name string, err error) {
	plan.Made = slices.DeleteFunc(plan.Made, func(f findings.Finding) bool {
		touches := slices.ContainsFunc(f.Fixes[0].Edits, func(e findings.Edit) bool { return e.Position.Filename == name })
		if touches {
			plan.Refused = append(plan.Refused, Refusal{f, err.Error()})
		}
		return touches
	})
}

type planner struct {
	opts  Options
	files map[string]*source
}

// add adds the edits of a fix, all or none of them.
func (p *planner) add(fix findings.Fix) error {
	after := make(map[*source][]findings.Edit)
	for _, e := range fix.Edits {
		s, err := p.open(e.Position.Filename)
		if err != nil {
			return err
		}
		if _, ok := after[s]; !ok {
			after[s] = slices.Clone(s.edits)
		}
		if e.Position.Offset > e.End.Offset || e.End.Offset > len(s.before) {
			return changed(e.Position.Filename)
		}
		merged, ok := merge(after[s], e)
		if !ok {
			return fmt.Errorf("another fix changes the same place of %s; run rllint -fix again", e.Position.Filename)
		}
		after[s] = merged
	}
	for s, edits := range after {
		s.edits = edits
	}
	return nil
}

func changed(name string) error {
	return fmt.Errorf("%s was changed while it was analysed; run rllint again", name)
}

// merge adds an edit to others that are sorted and do not overlap. It is false if the edit
// overlaps one of them without being the same.
func merge(list []findings.Edit, e findings.Edit) ([]findings.Edit, bool) {
	for _, have := range list {
		if have == e {
			return list, true
		}
		if overlap(have, e) && !(isImport(have) && isImport(e)) {
			return nil, false
		}
	}
	list = append(list, e)
	slices.SortStableFunc(list, func(a, b findings.Edit) int {
		return cmp.Or(cmp.Compare(a.Position.Offset, b.Position.Offset), cmp.Compare(a.End.Offset, b.End.Offset),
			cmp.Compare(a.NewText, b.NewText))
	})
	return list, true
}

var importSpec = regexp.MustCompile(`^\s*([\w.]+ )?"[^"\n]+"\s*$`)

// isImport reports whether an edit adds an import to others: several can be added at one place.
func isImport(e findings.Edit) bool { return isInsertion(e) && importSpec.MatchString(e.NewText) }

// overlap reports whether two edits cannot both be made: whether they replace the same text, or one
// adds within what the other replaces, or both add at one place.
func overlap(a, b findings.Edit) bool {
	switch {
	case isInsertion(a) && isInsertion(b):
		return a.Position.Offset == b.Position.Offset
	case isInsertion(a):
		return b.Position.Offset < a.Position.Offset && a.Position.Offset < b.End.Offset
	case isInsertion(b):
		return overlap(b, a)
	}
	return max(a.Position.Offset, b.Position.Offset) < min(a.End.Offset, b.End.Offset)
}

func isInsertion(e findings.Edit) bool { return e.Position.Offset == e.End.Offset }

// A source is a file as it was, with edits.
type source struct {
	name   string
	before []byte
	edits  []findings.Edit
	err    error
}

func (p *planner) open(name string) (*source, error) {
	s := memo.Of(p.files, name, func() *source {
		s := &source{name: name}
		s.err = p.read(s)
		return s
	})
	return s, s.err
}

func (p *planner) read(s *source) error {
	if p.opts.Own != nil && !p.opts.Own(s.name) {
		return fmt.Errorf("%s does not belong to this module", s.name)
	}
	info, err := os.Stat(s.name)
	if err != nil {
		return err
	}
	if !p.opts.Analysed.IsZero() && info.ModTime().After(p.opts.Analysed) {
		return changed(s.name)
	}
	if s.before, err = os.ReadFile(s.name); err != nil {
		return err
	}
	file, err := parser.ParseFile(token.NewFileSet(), s.name, s.before, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return changed(s.name)
	}
	if ast.IsGenerated(file) && !p.opts.Generated {
		return fmt.Errorf("%s is generated; change what generates it, or use -generated", s.name)
	}
	return nil
}

// apply returns the text with the edits made, formatted if it was before, with the ends of
// lines that it has.
func (s *source) apply() ([]byte, error) {
	crlf := bytes.Contains(s.before, []byte("\r\n"))
	var out bytes.Buffer
	last := 0
	for _, e := range s.edits {
		out.Write(s.before[last:e.Position.Offset])
		text := e.NewText
		if crlf {
			text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
		}
		out.WriteString(text)
		last = e.End.Offset
	}
	out.Write(s.before[last:])
	changed, err := dropImports(s.before, out.Bytes())
	if err != nil {
		return nil, fmt.Errorf("it would break %s, which is a fault of rllint: %w", s.name, err)
	}
	plain := unix(s.before)
	if formatted, err := format.Source(plain); err != nil || !bytes.Equal(formatted, plain) {
		return changed, nil
	}
	formatted, err := format.Source(unix(changed))
	if err != nil {
		return nil, err
	}
	if crlf {
		formatted = bytes.ReplaceAll(formatted, []byte("\n"), []byte("\r\n"))
	}
	return formatted, nil
}

// unix returns text with lines that end as gofmt wants them.
func unix(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }
