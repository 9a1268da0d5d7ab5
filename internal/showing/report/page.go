package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html"
	"io"
	"strings"

	"github.com/rllint/rllint/internal/showing/printable"
	"github.com/rllint/rllint/internal/showing/simulate"
)

//go:embed page.html
var pageTemplate string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// WriteHTML writes the page. What comes from the program is data for its script, in a form in which it can end
// neither the script nor a string, and the page's own policy lets nothing else run or be fetched.
func (r Report) WriteHTML(w io.Writer) error {
	data, err := json.Marshal(r) // with <, > and & escaped
	if err != nil {
		return err
	}
	script := simulate.Script + "\n" + pageScript
	page := strings.NewReplacer(
		"{{scripts}}", hash(script),
		"{{styles}}", hash(pageStyle),
		"{{title}}", html.EscapeString(r.Title),
		"{{style}}", pageStyle,
		"{{data}}", string(data),
		"{{script}}", script,
	).Replace(pageTemplate)
	_, err = io.WriteString(w, page)
	return err
}

// hash names a script or style in a Content-Security-Policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// A simulated is a program with what would happen to it, which the page's script works out by itself.
type simulated struct {
	Program
	Scenarios []Scenario `json:"scenarios"`
}

// WriteJSON writes the report as JSON, indented, with the scenarios of each program.
func (r Report) WriteJSON(w io.Writer) error {
	var b bytes.Buffer
	programs := make([]simulated, len(r.Programs))
	for i, p := range r.Programs {
		programs[i] = simulated{p, p.Scenarios()}
	}
	if err := printable.JSON(&b, struct {
		Report
		Programs []simulated `json:"programs"`
	}{r, programs}); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
