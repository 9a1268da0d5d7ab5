package load

import (
	"bytes"
	"errors"
	"go/types"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/driving/outline"
)

// A lean source is that of a package without what makes no difference: the bodies of methods that only copy objects,
// which are most of many packages of API types and, if nobody named the package, what comments say of its types.
// Nobody changes such a package, so that its files may be shorter than they are on disk.
type lean struct {
	texts map[string][]byte // of its files, by name
	whole map[string][]byte // those that have such methods, as they are
	of    []string          // the methods' receivers
}

// withoutCopies returns the lean source of p, nil if it is all there is, or something in p calls methods that only copy
// objects.
func (prog *Program) withoutCopies(p *Package) *lean {
	if prog.copiesMatter == nil {
		return nil
	}
	short := !p.Named
	c := &lean{texts: make(map[string][]byte), whole: make(map[string][]byte)}
	calls := false
	for _, name := range p.unit.meta.GoFiles {
		src, err := os.ReadFile(name)
		if err != nil {
			return nil
		}
		c.texts[name] = src
		if short {
			c.texts[name] = outline.WithoutComments(src)
		}
		text, of := outline.WithoutCopies(c.texts[name], short)
		if len(of) > 0 {
			c.texts[name], c.whole[name] = text, src
			c.of = append(c.of, of...)
		}
		calls = calls || outline.CallsCopies(text)
	}
	if calls && len(c.of) > 0 || !short && len(c.of) == 0 {
		return nil
	}
	return c
}

// matter reports whether what the methods do can matter after all, as the types of their receivers tell.
func (prog *Program) matter(c *lean, pkg *types.Package) bool {
	var list []types.Type
	for _, name := range c.of {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			return true
		}
		list = append(list, obj.Type())
	}
	return prog.copiesMatter(list)
}

// lacksUse reports whether err is that of an import which only methods that are left out use.
func (c *lean) lacksUse(err error) bool {
	var e types.Error
	if c == nil || !errors.As(err, &e) || !e.Soft || !strings.HasSuffix(e.Msg, "and not used") {
		return false
	}
	quoted, _, _ := strings.Cut(e.Msg, " imported ")
	name, unquoteErr := strconv.Unquote(quoted)
	if unquoteErr != nil {
		return false
	}
	name = path.Base(name)
	if _, as, found := strings.Cut(e.Msg, " imported as "); found {
		name, _, _ = strings.Cut(as, " ")
	}
	return bytes.Contains(c.whole[e.Fset.Position(e.Pos).Filename], []byte(name+"."))
}
