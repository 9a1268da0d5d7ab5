package interp_test

import (
	"encoding/binary"
	"hash/crc32"
	"maps"
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// inert is a host that knows nothing.
type inert struct{}

func (inert) Call(*interp.Call) (value.Value, bool)  { return nil, false }
func (inert) Global(symbol.Name) (value.Value, bool) { return nil, false }
func (inert) Knows(symbol.Name) bool                 { return false }
func (inert) Ends(symbol.Name) bool                  { return false }
func (inert) Harmless(symbol.Name) bool              { return false }
func (inert) SetsReflected(symbol.Name) bool         { return false }
func (inert) Keeps(symbol.Name) bool                 { return false }
func (inert) Later(symbol.Name) bool                 { return false }
func (inert) Filled(*interp.Interp, value.Ptr)       {}

// FuzzDecode feeds the decoder sections that may have any content: it must refuse them or
// return code that the interpreter can run to an end, without a panic.
func FuzzDecode(f *testing.F) {
	good, err := code.Encode(compile(f, "package main\n\nimport \"example.com/probe\"\n\nfunc main() { for _, x := range []int{1, 2} { "+
		"probe.See(x) } }\n"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(content(f, good))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := code.Decode(sealed(good[0], data))
		if err != nil || p.Check() != nil {
			return
		}
		runAll(p)
	})
}

// content returns what is in the only section of a stored package, without its checksum.
func content(t testing.TB, stored []byte) []byte {
	size, n := binary.Uvarint(stored[2:])
	section := stored[2+n:]
	if stored[1] != 1 || int(size) != len(section) {
		t.Fatalf("%d sections, of which the first has %d bytes", stored[1], size)
	}
	return section[crc32.Size:]
}

// sealed returns the stored form of a package with one section, which has the content.
func sealed(version byte, content []byte) []byte {
	section := append(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(content)), content...)
	return append(binary.AppendUvarint([]byte{version, 1}, uint64(len(section))), section...)
}

// runAll runs every function of a package with open arguments.
func runAll(p *code.Package) {
	in := interp.New(p, inert{})
	in.Limit = 20_000
	for _, sym := range slices.Sorted(maps.Keys(p.Funcs)) {
		fn := p.Funcs[sym]
		in.Isolated(func() { in.Run(fn, interp.Params(fn)) })
	}
	in.Sweep(func(symbol.Name) bool { return true })
}
