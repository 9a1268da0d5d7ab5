package model

import (
	"bytes"
	"encoding/gob"
	"errors"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Code is the fact about a package that the analysis of its importers needs: the
// code of those of its functions that can matter, and of the packages they reach.
type Code struct {
	pkg *code.Package
	told
}

// told is what the fact tells besides the code. All lists are sorted.
type told struct {
	Version  string        // of controller-runtime, "" where not known
	Makers   []symbol.Name // its and its imports' functions that can make a queue
	Creators []symbol.Name // its and its imports' functions that can create a controller
	Decided  []string      // keys of the causes it and its imports report

	Sight      bool          // a rate, a limiter or middleware is in it or its imports
	Suppresses []suppression // directives in it and its imports
	Apart      []ranApart    // its set-up functions that importers need not follow again
	Kept       []Kept        // what its and its imports' reconcilers keep of a request
	Open       []symbol.Name // its and its imports' methods that set up controllers and that an interface may lead to
}

// AFact marks Code as a fact.
func (*Code) AFact() {}

// Matters reports whether a package that is not to be analysed itself has to be read
// because it imports this one.
func (c *Code) Matters() bool { return c.pkg.Matters() }

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
	if err := gob.NewEncoder(&b).Encode(c.told); err != nil {
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
	err := gob.NewDecoder(bytes.NewReader(parts[0])).Decode(&c.told)
	if err == nil {
		c.pkg, err = code.FromSections(parts[1:])
	}
	return err
}
