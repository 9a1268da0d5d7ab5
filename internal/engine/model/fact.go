package model

import (
	"bytes"
	"encoding/gob"
	"errors"
	"maps"
	"slices"
	"sort"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Code is the fact about a package that the analysis of its importers needs: the
// code of those of its functions that can matter, and of the packages they reach.
type Code struct {
	pkg      *code.Package
	version  string               // of controller-runtime, "" where not known
	makers   map[symbol.Name]bool // its and its imports' functions that can make a queue
	creators map[symbol.Name]bool // its and its imports' functions that can create a controller
	decided  []string             // keys of the causes it and its imports report, sorted

	sight      bool          // a rate, a limiter or middleware is in it or its imports
	suppresses []suppression // directives in it and its imports, sorted
	apart      []ranApart    // its set-up functions that importers need not follow again, sorted
	kept       []Kept        // what its and its imports' reconcilers keep of a request, sorted
	open       []symbol.Name // its and its imports' methods that set up controllers and that an interface may lead to, sorted
}

// AFact marks Code as a fact.
func (*Code) AFact() {}

// Matters reports whether a package that is not to be analysed itself has to be read
// because it imports this one.
func (c *Code) Matters() bool { return c.pkg.Matters() }

// wire is the stored form of Code.
type wire struct {
	Version  string
	Creators []symbol.Name
	Makers   []symbol.Name
	Decided  []string
	Suppress []suppression
	Sight    bool
	Apart    []ranApart
	Kept     []Kept
	Open     []symbol.Name
}

func (c *Code) wire() wire {
	return wire{Version: c.version, Creators: slices.Sorted(maps.Keys(c.creators)), Makers: slices.Sorted(maps.Keys(c.makers)),
		Decided: c.decided, Suppress: c.suppresses, Sight: c.sight, Apart: c.apart, Kept: c.kept, Open: c.open}
}

func (c *Code) set(w wire, pkg *code.Package) {
	c.pkg, c.version, c.decided, c.suppresses, c.sight, c.apart, c.kept = pkg, w.Version, w.Decided, w.Suppress, w.Sight, w.Apart, w.Kept
	c.open = w.Open
	c.creators = make(map[symbol.Name]bool, len(w.Creators))
	for _, s := range w.Creators {
		c.creators[s] = true
	}
	c.makers = make(map[symbol.Name]bool, len(w.Makers))
	for _, s := range w.Makers {
		c.makers[s] = true
	}
	sort.Strings(c.decided)
}

// GobEncode returns the same bytes for the same code.
func (c *Code) GobEncode() ([]byte, error) {
	parts, err := c.Parts()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = gob.NewEncoder(&b).Encode(parts)
	return b.Bytes(), err
}

// GobDecode reads what GobEncode wrote. It returns an error for anything else.
func (c *Code) GobDecode(data []byte) error {
	var parts [][]byte
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&parts); err != nil {
		return err
	}
	return c.FromParts(parts)
}

// Parts returns the stored form of c in parts: what is its own, and the code of each package, which the facts about
// all that import that package have in common. The parts must not be changed.
func (c *Code) Parts() ([][]byte, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(c.wire()); err != nil {
		return nil, err
	}
	return append([][]byte{b.Bytes()}, code.Sections(c.pkg)...), nil
}

// Pack makes c take less memory, now that the analysis of its package is over. It must not be called while c
// is used.
func (c *Code) Pack() { c.pkg.Pack() }

// FromParts reads what Parts returned. It returns an error for anything else.
func (c *Code) FromParts(parts [][]byte) error {
	if len(parts) == 0 {
		return errors.New("a fact without parts")
	}
	var w wire
	if err := gob.NewDecoder(bytes.NewReader(parts[0])).Decode(&w); err != nil {
		return err
	}
	pkg, err := code.FromSections(parts[1:])
	if err != nil {
		return err
	}
	c.set(w, pkg)
	return nil
}
