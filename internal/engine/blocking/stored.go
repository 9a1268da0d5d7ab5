package blocking

import (
	"bytes"
	"encoding/gob"
)

// Problems says, for people, why the result is not whole; it is empty if it is.
func (r *Result) Problems() []string {
	if r.Fault == "" {
		return nil
	}
	return []string{r.Fault}
}

// GobEncode and GobDecode let a driver keep what it shows of a result for its next run: the fault. All
// else is for the rules that run with the analysis.
func (r *Result) GobEncode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(r.Fault)
	return b.Bytes(), err
}

// GobDecode reads what GobEncode wrote. It returns an error for anything else.
func (r *Result) GobDecode(data []byte) error {
	*r = Result{}
	return gob.NewDecoder(bytes.NewReader(data)).Decode(&r.Fault)
}
