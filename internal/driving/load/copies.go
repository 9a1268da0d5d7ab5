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

// A copied source is that of a package without the bodies of methods that only copy objects, which are most of
// many packages of API types.
type copied struct {
	texts map[string][]byte // of the files that had such methods, by name
	whole map[string][]byte // these files as they are
	of    []string          // the methods' receivers
}

// withoutCopies returns the source of p without methods that only copy objects, nil if it has none or something in p
// calls them.
func (prog *Program) withoutCopies(p *Package) *copied {
	if prog.copiesMatter == nil || p.unit.cgo.Load() {
		return nil
	}
	c := &copied{texts: make(map[string][]byte), whole: make(map[string][]byte)}
	calls := false
	for _, name := range p.unit.meta.GoFiles {
		src, err := os.ReadFile(name)
		if err != nil {
			return nil
		}
		text, of := outline.WithoutCopies(src)
		if len(of) > 0 {
			c.texts[name], c.whole[name] = text, src
			c.of = append(c.of, of...)
		}
		calls = calls || outline.CallsCopies(text)
	}
	if len(c.of) == 0 || calls {
		return nil
	}
	return c
}

// matter reports whether what the methods do can matter after all, as the types of their receivers tell.
func (prog *Program) matter(c *copied, pkg *types.Package) bool {
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
func (c *copied) lacksUse(err error) bool {
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
