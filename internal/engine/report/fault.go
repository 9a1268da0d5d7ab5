package report

import (
	"bytes"
	"encoding/gob"
	"fmt"

	"golang.org/x/tools/go/analysis"
)

// A Fault is a [Partial] result of an analyzer, to be embedded in others: what went wrong inside the analysis.
// Of a result that embeds it a driver keeps the fault alone for its next run; all else is for the rules that
// run with the analysis. It is changed by one goroutine at a time.
type Fault struct {
	// Why says, for people, what went wrong; it is empty if nothing did.
	Why string
}

// FaultOf returns the fault of an analysis that panicked with a value.
func FaultOf(pass *analysis.Pass, panicked any) Fault {
	return Fault{fmt.Sprintf("internal error in the analysis of %s: %v", pass.Pkg.Path(), panicked)}
}

// Problems returns what went wrong, if something did.
func (f *Fault) Problems() []string {
	if f.Why == "" {
		return nil
	}
	return []string{f.Why}
}

// GobEncode implements [gob.GobEncoder].
func (f *Fault) GobEncode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(f.Why)
	return b.Bytes(), err
}

// GobDecode reads what GobEncode wrote. It returns an error for anything else.
func (f *Fault) GobDecode(data []byte) error {
	return gob.NewDecoder(bytes.NewReader(data)).Decode(&f.Why)
}
