package model

import (
	"bytes"
	"encoding/gob"
	"maps"
	"slices"
	"sort"

	"github.com/rllint/rllint/internal/engine/code"
)

// Code is the fact about a package that the analysis of its importers needs: the
// code of those of its functions that can matter, and of the packages they reach.
type Code struct {
	pkg      *code.Package
	version  string          // of controller-runtime, "" where not known
	creators map[string]bool // symbols of its and its imports' functions that can create a controller
	decided  []string        // keys of the causes it and its imports report, sorted

	suppresses []suppression // directives in it and its imports, sorted
}

// AFact marks Code as a fact.
func (*Code) AFact() {}

// Matters reports whether a package that is not to be analysed itself has to be read
// because it imports this one.
func (c *Code) Matters() bool { return c.pkg.Matters() }

func (c *Code) String() string { return "code of " + c.pkg.Path }

// wire is the stored form of Code.
type wire struct {
	Version  string
	Creators []string
	Decided  []string
	Suppress []suppression
	Code     []byte
}

// GobEncode returns the same bytes for the same code.
func (c *Code) GobEncode() ([]byte, error) {
	code, err := code.Encode(c.pkg)
	if err != nil {
		return nil, err
	}
	w := wire{Version: c.version, Creators: slices.Sorted(maps.Keys(c.creators)), Decided: c.decided, Suppress: c.suppresses, Code: code}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(w); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// GobDecode reads what GobEncode wrote. It returns an error for anything else.
func (c *Code) GobDecode(data []byte) error {
	var w wire
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&w); err != nil {
		return err
	}
	pkg, err := code.Decode(w.Code)
	if err != nil {
		return err
	}
	c.pkg, c.version, c.decided, c.suppresses = pkg, w.Version, w.Decided, w.Suppress
	c.creators = make(map[string]bool, len(w.Creators))
	for _, s := range w.Creators {
		c.creators[s] = true
	}
	sort.Strings(c.decided)
	return nil
}
